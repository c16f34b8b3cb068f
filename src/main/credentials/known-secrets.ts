import type { Failure } from '../../shared/contract/errors.ts';
import { setLast } from '../../shared/set-last.ts';

/**
 * The secrets that extensions got from main in this run, to remove them from the extensions' output before it is
 * logged, saved or shown. Kept in main's memory only.
 */
export type KnownSecrets = ReturnType<typeof createKnownSecrets>;

interface Form {
  readonly text: string;
  /** `word`: short, removed only between non-alphanumerics. `base64`: removed with the encoded text around it. */
  readonly kind: 'plain' | 'word' | 'base64';
}

const removed = '[removed]';
const shortest = 4;
/** Characters; shorter secrets occur within words of ordinary text. */
const shortestWithin = 8;
/** Limit for services that renew their tokens every minute; the oldest have expired by then. */
const most = 500;

export function createKnownSecrets() {
  /** In order of use, each with the encodings in which it may appear. */
  const secrets = new Map<string, readonly Form[]>();
  /** All forms, longest first, so that no remainder is left of one that begins with another. */
  let forms: readonly Form[] | null = null;

  /** Removes every known secret from a text, also in URL, JSON or base64 encoding. */
  function scrub(text: string): string {
    if (text.length < shortest) return text;
    forms ??= [...secrets.values()].flat().toSorted((one, other) => other.text.length - one.text.length);
    return forms.reduce((scrubbed, form) => (scrubbed.includes(form.text) ? without(scrubbed, form) : scrubbed), text);
  }

  return {
    add(secret: string) {
      if (secret.length < shortest) return;
      setLast(secrets, secret, secrets.get(secret) ?? formsOf(secret), most);
      forms = null;
    },
    scrub,
    /** Scrubs the message and the detail of a failure. */
    scrubFailure: (failure: Failure) => ({
      ...failure,
      message: scrub(failure.message),
      ...(failure.detail !== undefined && { detail: scrub(failure.detail) }),
    }),
  };
}

function formsOf(secret: string): Form[] {
  const kind = secret.length < shortestWithin ? 'word' : 'plain';
  // Logs have lines: one of several, as of a certificate, is removed line by line.
  const lines = secret.split(/\r?\n/).filter((line) => line.length >= shortestWithin);
  const written = new Set([secret, ...lines, inAddress(secret), JSON.stringify(secret).slice(1, -1)]);
  return [
    ...[...written].map((text) => ({ text, kind }) as const),
    ...inBase64(secret).map((text) => ({ text, kind: 'base64' }) as const),
  ];
}

/** URL-encoded; unchanged if a lone surrogate prevents that. */
function inAddress(secret: string): string {
  try {
    return encodeURIComponent(secret);
  } catch {
    return secret;
  }
}

/** The base64 characters that depend on the secret alone, for each of three alignments: text may stand around it. */
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
