// Not the runtime's SHA-256, which a worker host lacks: its page has an opaque origin, which is no secure context.
import { sha256 } from '@noble/hashes/sha2.js';

/** New random values for one sign-in: `state`, and a verifier and challenge of RFC 7636 with S256. */
export async function createPkce(): Promise<{ state: string; codeVerifier: string; codeChallenge: string }> {
  const codeVerifier = randomText();
  const codeChallenge = base64Url(sha256(new TextEncoder().encode(codeVerifier)));
  return { state: randomText(), codeVerifier, codeChallenge };
}

/** 256 random bits in 43 characters, as RFC 7636 recommends. */
const randomText = (): string => base64Url(crypto.getRandomValues(new Uint8Array(32)));

const base64Url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
