/** Facts about a provider's key that are known before a sign-in. */
export interface KeyOwner {
  readonly providerId: string;
  /**
   * Origin of the vendor's own service. A key is for it if no other origin is recorded, and always if it comes from a
   * variable.
   */
  readonly vendor?: string | undefined;
  /** Environment variables that may have a key, as named in the manifest. */
  readonly variables?: readonly string[] | undefined;
}

/**
 * A key that is sent only to the origin that accepted it while the person signed in there: a changed base URL must not
 * leak it. Once the address is back at that origin, the key is used again.
 */
export interface HeldKey {
  /**
   * @param origin such as "https://api.example.com"
   * @returns `key` is null if there is none or it is for another origin; `variable` is the one that the key is from,
   * also in the latter case
   */
  keyFor(origin: string): Promise<{ readonly key: string | null; readonly variable: string | null }>;
  /** Records that the stored key was accepted by this origin. */
  accepted(origin: string): Promise<void>;
  /** Deletes all records about the key's origin. */
  forget(): Promise<void>;
}
