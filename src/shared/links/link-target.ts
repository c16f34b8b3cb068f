/** What a link in an answer points to. Lines and columns are 1-based; a path may be relative to the project. */
export type LinkTarget =
  | {
      readonly kind: 'file';
      readonly path: string;
      readonly line?: number;
      readonly column?: number;
      /** Last line of a range; never before `line`. */
      readonly endLine?: number;
    }
  /** The path ends with a separator, or with a `.` or `..` segment. */
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

/** A place in a file, as a fragment or a suffix of the path names it. */
export interface LinkPosition {
  readonly line?: number;
  readonly column?: number;
  readonly endLine?: number;
}
