import { z } from 'zod/mini';

/** Values of settings of extensions. */

/** A row of a `list`: `id`, `name` and the manifest's `fields`. */
export type SettingRow = Readonly<Record<string, string>>;
export type SettingValue = string | boolean | number | readonly SettingRow[];

export const maxRows = 50;
const rowSchema = z.record(z.string().check(z.maxLength(200)), z.string().check(z.maxLength(65_536)));
export const settingValueSchema = z.union([
  z.string().check(z.maxLength(65_536)),
  z.boolean(),
  z.number(),
  z.array(rowSchema).check(z.maxLength(maxRows)),
]);
