/** A row of a `list`: `id`, `name` and the manifest's `fields`. */
export type SettingRow = Readonly<Record<string, string>>;
export type SettingValue = string | boolean | number | readonly SettingRow[];
