/** An entry of an archive, or of a folder that is read like one. Names and targets are unchecked. */
export type PackageEntry =
  | {
      readonly kind: 'file';
      readonly name: string;
      readonly isExecutable: boolean;
      /** To be read before the next entry is requested, or not at all. */
      readonly content: AsyncIterable<Uint8Array>;
    }
  | { readonly kind: 'folder'; readonly name: string }
  | { readonly kind: 'symlink'; readonly name: string; readonly target: string }
  /** `target` is the name of an earlier file. */
  | { readonly kind: 'hardlink'; readonly name: string; readonly target: string }
  /** A device, a pipe, a socket. */
  | { readonly kind: 'special'; readonly name: string };

/** Limits of a package; anything larger is a mistake or an attack. */
export interface PackageLimits {
  /** Size of the archive file. */
  readonly packedBytes: number;
  readonly unpackedBytes: number;
  readonly entries: number;
}

export const packageLimits: PackageLimits = {
  packedBytes: 50 * 1024 * 1024,
  unpackedBytes: 200 * 1024 * 1024,
  entries: 10_000,
};
