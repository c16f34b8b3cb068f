import { randomUUID } from 'node:crypto';
import { filesWhere } from '../processes/traces.ts';

/** Unique secrets, and the search for leaked forms of them. */

/** It does not look like a key, so that no pattern for keys redacts it. */
export const newCanary = (): string => `canary${randomUUID().replaceAll('-', '')}`;

/**
 * @returns whether bytes or a text contain a secret: plain, its first or last half, as UTF-16, base64, hex, or in
 * JSON
 */
export function holds(where: Buffer | string, secret: string): boolean {
  const bytes = typeof where === 'string' ? Buffer.from(where) : where;
  return formsOf(secret).some((form) => bytes.includes(form));
}

/** @returns the files below a folder that contain a secret in any form */
export const filesHolding = (folder: string, secret: string): Promise<string[]> =>
  filesWhere(folder, (bytes) => holds(bytes, secret));

function formsOf(secret: string): string[] {
  const middle = Math.ceil(secret.length / 2);
  const wide = Buffer.from(secret, 'utf16le');
  return [
    secret.slice(0, middle),
    secret.slice(middle),
    wide.toString('latin1'),
    [...secret].join('\\u0000'),
    Buffer.from(secret).toString('hex'),
    ...base64Of(Buffer.from(secret)),
    ...base64Of(wide),
  ];
}

/** The base64 digits that do not depend on the bytes around it, for each alignment. */
const base64Of = (bytes: Buffer): string[] =>
  [0, 1, 2].map((before) => {
    const encoded = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64');
    return encoded.slice(before === 0 ? 0 : 4, encoded.length - 4);
  });
