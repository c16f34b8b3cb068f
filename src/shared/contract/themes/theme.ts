/** The looks that the app has by itself, as `data-theme` in tokens.css. A theme file is of one of these kinds. */
export const themeKinds = ['light', 'dark', 'highContrastLight', 'highContrastDark'] as const;
export type ThemeKind = (typeof themeKinds)[number];

/**
 * The setting: a look of the app, the one of the system, or the absolute path of a theme file. Of a file with several
 * themes it may name one: `/themes/one.json#One Dark`.
 */
export type ThemeSetting = 'system' | ThemeKind | (string & {});

/** Whether a value of the setting names no file. */
export const isOwnTheme = (value: string): value is 'system' | ThemeKind =>
  value === 'system' || themeKinds.some((kind) => kind === value);

export const isDarkKind = (kind: ThemeKind): boolean => kind === 'dark' || kind === 'highContrastDark';

/** The path, of whatever system, and the name. */
const fileSetting = /^((?:\/|\\\\|[a-z]:[\\/])[^\0]*\.json)(?:#(\P{Cc}+))?$/iu;

/** Whether a value of the setting can name a theme file. */
export const isThemePath = (value: string): boolean => fileSetting.test(value);

/** The file that a value of the setting names. `name`: of one of its themes; null: it names none. */
export function themeFileOf(value: string): { readonly path: string; readonly name: string | null } {
  const [, path = value, name = null] = fileSetting.exec(value) ?? [];
  return { path, name };
}

/** The value of the setting for one of the themes in a file. */
export const themeSetting = (path: string, name: string): string => `${path}#${name}`;

/** A theme to choose. */
export interface ThemeChoice {
  /** Of the setting. */
  readonly value: string;
  readonly label: string;
}

/** A theme of a file, ready to be shown. */
export interface FileTheme {
  /** Absolute. */
  readonly path: string;
  /** As the file calls it. */
  readonly name: string;
  /** The names of all themes in a file that is made for several. */
  readonly family: readonly string[];
  readonly kind: ThemeKind;
  /** Values of CSS by custom property, each with its dashes: tokens of tokens.css and colours of code. */
  readonly variables: Readonly<Record<string, string>>;
}

export interface ThemeState {
  readonly base: 'system' | ThemeKind;
  /** Goes over `base`. null: the setting names no file, or one that cannot be used. */
  readonly file: FileTheme | null;
  /** Why the file that is set cannot be used, and what to do, in sentences. */
  readonly problem: string | null;
  /** Absolute path of the file in which something is wrong. null: nothing is, or it is not there. */
  readonly fileToMend: string | null;
  /** What of the file is left out, in sentences. */
  readonly remarks: readonly string[];
}
