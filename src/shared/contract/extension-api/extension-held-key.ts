/** What is known of a provider's key before anybody signed in. */
export interface KeyOwner {
  readonly providerId: string;
  /** The origin of the vendor's own service: a key of which nothing else is known is for it, and one of a variable always. */
  readonly vendor?: string | undefined;
  /** The variables of the environment that may hold a key, as the manifest names them. */
  readonly variables?: readonly string[] | undefined;
}

/**
 * A key that goes only to the origin that accepted it while a person signed in there: a base URL is changed easily, and
 * must not take the key along. Back at the old origin it counts again.
 */
export interface HeldKey {
  /**
   * @param origin such as "https://api.example.com"
   * @returns `key` is null when there is none, or when it is for another origin; `variable` is the one that the key is
   * from, also then
   */
  keyFor(origin: string): Promise<{ readonly key: string | null; readonly variable: string | null }>;
  /** The stored key was accepted there. */
  accepted(origin: string): Promise<void>;
  /** Nothing is known of any key any more. */
  forget(): Promise<void>;
}
