import { fail, ok, type Result } from '../../shared/contract/errors.ts';

const maxLength = 2048;
const schemes: ReadonlySet<string> = new Set(['http:', 'https:', 'mailto:']);

/**
 * Whether an address may leave the app, and in which normal form: http, https and mailto, without credentials (they
 * make one site look like another), of at most 2048 characters.
 */
export function checkAddress(address: unknown): Result<string> {
  if (typeof address !== 'string' || address === '') return refuse('It is not an address.');
  if (address.length > maxLength) return refuse('It is too long.');
  // URL parsers drop tabs and line breaks, so what is shown would differ from what is opened.
  if (/[\p{Cc}\p{Zl}\p{Zp}]|^\s|\s$/u.test(address)) return refuse('It has characters that an address cannot have.');
  if (!URL.canParse(address)) return refuse('It is not an address.');
  const url = new URL(address);
  if (!schemes.has(url.protocol)) return refuse(`“${url.protocol}” addresses are not opened.`);
  if (url.protocol === 'mailto:') return checkMail(url);
  // "https:\\host" and "https:host" parse as well, but read as something else.
  if (!/^https?:\/\/[^/\\]/i.test(address)) return refuse('It is not an address.');
  if (url.username || url.password) return refuse('It carries a user name or a password.');
  return ok(url.href);
}

/** Some mail programs read `attach` and attach the file it names. */
function checkMail(url: URL): Result<string> {
  const known = new Set(['subject', 'body', 'cc', 'bcc', 'to']);
  const unknown = [...url.searchParams.keys()].find((key) => !known.has(key.toLowerCase()));
  return unknown === undefined ? ok(url.href) : refuse(`It asks the mail program for “${unknown.slice(0, 40)}”.`);
}

const refuse = (why: string): Result<never> => fail('address-refused', `The address was not opened. ${why}`);

/** `open` hands an address that passed to the system. */
export function createAddressOpener(open: (url: string) => Promise<void>): (address: unknown) => Promise<Result<null>> {
  return async (address) => {
    const checked = checkAddress(address);
    if (!checked.ok) return checked;
    try {
      await open(checked.value);
      return ok(null);
    } catch (error) {
      return fail('address-refused', 'No program on this computer opens this address.', { detail: String(error) });
    }
  };
}
