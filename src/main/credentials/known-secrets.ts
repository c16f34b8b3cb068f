import type { Failure } from '../../shared/contract/errors.ts';

/**
 * The secrets that main has handed to extensions in this run, so that what comes back from them can be freed of these
 * before it is logged, saved or shown. They are in the memory of main only.
 */
export interface KnownSecrets {
  add(secret: string): void;
  /** Takes every known secret out of a text, also as it stands in an address or in JSON. */
  scrub(text: string): string;
  /** The same for the sentence and the details of a failure. */
  scrubFailure(failure: Failure): Failure;
}

const removed = '[removed]';
/** Shorter ones occur in ordinary text. */
const shortest = 8;
/** A service that renews its tokens every minute fills no memory; the oldest are worthless by then. */
const most = 500;

export function createKnownSecrets(): KnownSecrets {
  /** In the order of use, each with the forms in which it may come back, the longest first. */
  const secrets = new Map<string, readonly string[]>();

  function scrub(text: string): string {
    if (text.length < shortest) return text;
    let scrubbed = text;
    for (const forms of secrets.values()) {
      for (const form of forms) if (scrubbed.includes(form)) scrubbed = scrubbed.replaceAll(form, removed);
    }
    return scrubbed;
  }

  return {
    add(secret) {
      if (secret.length < shortest) return;
      const forms = secrets.get(secret) ?? formsOf(secret);
      secrets.delete(secret);
      secrets.set(secret, forms);
      const [oldest] = secrets.keys();
      if (secrets.size > most && oldest !== undefined) secrets.delete(oldest);
    },
    scrub,
    scrubFailure: (failure) => ({
      ...failure,
      message: scrub(failure.message),
      ...(failure.detail !== undefined && { detail: scrub(failure.detail) }),
    }),
  };
}

const formsOf = (secret: string): string[] =>
  [...new Set([secret, inAddress(secret), JSON.stringify(secret).slice(1, -1)])].toSorted(
    (one, other) => other.length - one.length,
  );

/** A key may hold half a character, which no address can. */
function inAddress(secret: string): string {
  try {
    return encodeURIComponent(secret);
  } catch {
    return secret;
  }
}
