import type { Failure } from '../../shared/contract/errors.ts';

/**
 * The secrets that main has handed to extensions in this run, so that what comes back from them can be freed of these
 * before it is logged, saved or shown. They are in the memory of main only.
 */
export type KnownSecrets = ReturnType<typeof createKnownSecrets>;

interface Form {
  readonly text: string;
  /** `word`: short, so it counts only where no letter or digit stands beside it. `base64`: all that is around it goes too. */
  readonly kind: 'plain' | 'word' | 'base64';
}

const removed = '[removed]';
const shortest = 4;
/** Shorter ones occur within the words of an ordinary text. */
const shortestWithin = 8;
/** A service that renews its tokens every minute fills no memory; the oldest are worthless by then. */
const most = 500;

export function createKnownSecrets() {
  /** In the order of use, each with the forms in which it may come back. */
  const secrets = new Map<string, readonly Form[]>();
  /** The forms of all, the longest first: one that begins another leaves no tail of it. */
  let forms: readonly Form[] | null = null;

  /** Takes every known secret out of a text, also as it stands in an address, in JSON or in base64. */
  function scrub(text: string): string {
    if (text.length < shortest) return text;
    forms ??= [...secrets.values()].flat().toSorted((one, other) => other.text.length - one.text.length);
    return forms.reduce((scrubbed, form) => (scrubbed.includes(form.text) ? without(scrubbed, form) : scrubbed), text);
  }

  return {
    add(secret: string) {
      if (secret.length < shortest) return;
      const own = secrets.get(secret) ?? formsOf(secret);
      secrets.delete(secret);
      secrets.set(secret, own);
      const [oldest] = secrets.keys();
      if (secrets.size > most && oldest !== undefined) secrets.delete(oldest);
      forms = null;
    },
    scrub,
    /** The same for the sentence and the details of a failure. */
    scrubFailure: (failure: Failure) => ({
      ...failure,
      message: scrub(failure.message),
      ...(failure.detail !== undefined && { detail: scrub(failure.detail) }),
    }),
  };
}

function formsOf(secret: string): Form[] {
  const kind = secret.length < shortestWithin ? 'word' : 'plain';
  const written = new Set([secret, inAddress(secret), JSON.stringify(secret).slice(1, -1)]);
  return [
    ...[...written].map((text) => ({ text, kind }) as const),
    ...inBase64(secret).map((text) => ({ text, kind: 'base64' }) as const),
  ];
}

/** A key may hold half a character, which no address can. */
function inAddress(secret: string): string {
  try {
    return encodeURIComponent(secret);
  } catch {
    return secret;
  }
}

/** What its bytes alone decide, wherever it begins in three bytes: a name or a colon may stand before it, or behind. */
function inBase64(secret: string): string[] {
  const bytes = Buffer.from(secret);
  const cores = [0, 1, 2].flatMap((offset) => {
    const all = Buffer.concat([Buffer.alloc(offset), bytes]);
    const [first, end] = [Math.ceil((offset * 8) / 6), Math.floor((all.length * 8) / 6)];
    return (['base64', 'base64url'] as const).map((encoding) => all.toString(encoding).slice(first, end));
  });
  return [...new Set(cores)];
}

const base64 = /[A-Za-z0-9+/_=-]/;

function without(text: string, form: Form): string {
  if (form.kind === 'plain') return text.replaceAll(form.text, removed);
  let scrubbed = '';
  let done = 0;
  for (let at = text.indexOf(form.text); at >= 0; at = text.indexOf(form.text, at)) {
    let [start, end] = [at, at + form.text.length];
    at = end;
    if (form.kind === 'word') {
      if (isInWord(text, start, end)) continue;
    } else {
      while (start > done && base64.test(text.charAt(start - 1))) start -= 1;
      while (base64.test(text.charAt(end))) end += 1;
    }
    scrubbed += text.slice(done, start) + removed;
    done = end;
    at = end;
  }
  return scrubbed + text.slice(done);
}

const letter = /[\p{L}\p{N}]/u;
const isInWord = (text: string, start: number, end: number): boolean =>
  letter.test(text.charAt(start - 1)) || letter.test(text.charAt(end));
