import type { TextForm } from './encoding.ts';

/** Rules for a file from `.editorconfig` files; absent where these say nothing. They take precedence over settings. */
export interface FileRules {
  readonly indentation?: 'spaces' | 'tabs' | undefined;
  /** Columns of one step of indentation. */
  readonly indentSize?: number | undefined;
  /** Columns of a tab. */
  readonly tabSize?: number | undefined;
  readonly lineEnding?: 'lf' | 'crlf' | undefined;
  readonly form?: TextForm | undefined;
  readonly trimsTrailingWhitespace?: boolean | undefined;
  /** false: the file must not end with a newline. */
  readonly hasFinalNewline?: boolean | undefined;
}
