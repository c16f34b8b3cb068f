/** A row of a `list`: `id`, `name` and what the manifest names under `fields`. */
export type SettingRow = Readonly<Record<string, string>>;
export type SettingValue = string | boolean | number | readonly SettingRow[];
