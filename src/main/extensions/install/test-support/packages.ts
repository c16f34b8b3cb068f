import { gzipSync } from 'node:zlib';
import type { PackageEntry } from '../package-entry.ts';

export const manifestOf = (id: string, version = '1.0.0', more = ''): string => `id = "${id}"
name = "Extension ${id}"
version = "${version}"
schema_version = 1
[runtime]
kind = "worker"
main = "main.js"
${more}`;

export interface TarEntry {
  readonly name: string;
  readonly type?: string;
  readonly content?: string | Buffer;
  readonly target?: string;
  readonly mode?: number;
  /** Size in the header, if it differs from the real one. */
  readonly size?: number;
}

/** A plain tar archive of arbitrary entries. */
export function tarOf(entries: readonly TarEntry[]): Buffer {
  const blocks = entries.flatMap(({ name, type = '0', content = '', target = '', mode = 0o644, size }) => {
    const data = Buffer.from(content);
    const header = Buffer.alloc(512);
    header.write(name, 0, 100);
    header.write(`${mode.toString(8).padStart(7, '0')}\0`, 100);
    header.write(`${(size ?? data.length).toString(8).padStart(11, '0')}\0`, 124);
    header.write('        ', 148);
    header.write(type, 156);
    header.write(target, 157, 100);
    header.write('ustar\x0000', 257);
    const sum = header.reduce((total, byte) => total + byte, 0);
    header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
    return [header, data, Buffer.alloc((512 - (data.length % 512)) % 512)];
  });
  return Buffer.concat([...blocks, Buffer.alloc(1024)]);
}

export const tgzOf = (entries: readonly TarEntry[]): Buffer => gzipSync(tarOf(entries));

/** `bytes` in chunks, as from a slow disk. */
export async function* inPieces(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array, void, undefined> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

/** Entries as plain data: a file's content as text, an "x" after the name of an executable one. */
export async function listed(entries: AsyncIterable<PackageEntry>): Promise<string[]> {
  const lines: string[] = [];
  for await (const entry of entries) {
    if (entry.kind === 'file') {
      const parts: Uint8Array[] = [];
      for await (const part of entry.content) parts.push(part);
      lines.push(`file ${entry.name}${entry.isExecutable ? ' x' : ''} = ${Buffer.concat(parts)}`);
    } else lines.push(`${entry.kind} ${entry.name}${'target' in entry ? ` -> ${entry.target}` : ''}`);
  }
  return lines;
}
