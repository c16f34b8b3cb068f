/** Target of a link in an answer. Lines and columns are 1-based; a path may be relative to the project. */
export type LinkTarget =
  | {
      readonly kind: 'file';
      readonly path: string;
      readonly line?: number;
      readonly column?: number;
      /** Last line of a range; never before `line`. */
      readonly endLine?: number;
    }
  /** Its path ends with a separator, or with a `.` or `..` segment. */
  | { readonly kind: 'directory'; readonly path: string }
  | {
      readonly kind: 'symbol';
      readonly path: string;
      readonly name: string;
      readonly line?: number;
      readonly endLine?: number;
    }
  | { readonly kind: 'thread'; readonly id: string; readonly name?: string }
  /** http, https or mailto, as it was written. */
  | { readonly kind: 'web'; readonly url: string };

export type PathPlatform = 'posix' | 'win32';

/** Position in a file, from the fragment of an address or the suffix of a path. */
export interface LinkPosition {
  readonly line?: number;
  readonly column?: number;
  readonly endLine?: number;
}
