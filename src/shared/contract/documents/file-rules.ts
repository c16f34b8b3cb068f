import type { TextForm } from './encoding.ts';

/** What the `.editorconfig` files around a file say of it; what they leave open is absent. They go before settings. */
export interface FileRules {
  readonly indentation?: 'spaces' | 'tabs' | undefined;
  /** Columns of one step of indentation. */
  readonly indentSize?: number | undefined;
  /** Columns of a tab. */
  readonly tabSize?: number | undefined;
  readonly lineEnding?: 'lf' | 'crlf' | undefined;
  readonly form?: TextForm | undefined;
  readonly trimsTrailingWhitespace?: boolean | undefined;
  /** false: the file is to end without a line end. */
  readonly hasFinalNewline?: boolean | undefined;
}
