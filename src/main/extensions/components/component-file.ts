import { open } from 'node:fs/promises';
import { compilerOptions, compilerVersion } from '../../../shared/extensions/component-compiler.ts';
import { ComponentFault } from './component-fault.ts';
import { digestOf } from './digest.ts';
import { packedForm } from './packed-compilation.ts';

/** Bytes of a component. A larger one is a mistake: those of whole JavaScript engines have 13 MB. */
const maxBytes = 64 * 1024 * 1024;
/** Bytes that are read at once. */
const pieceBytes = 1024 * 1024;

export interface ComponentFile {
  readonly bytes: Uint8Array;
  /** The same for the same bytes, compiled by the same compiler in the same way. */
  readonly key: string;
}

/** @throws {ComponentFault} when it is too large or no component; the system's error when it cannot be read */
export async function readComponent(path: string): Promise<ComponentFile> {
  const file = await open(path);
  try {
    const stats = await file.stat();
    if (!stats.isFile()) throw new ComponentFault('it is not a file');
    if (stats.size > maxBytes) throw new ComponentFault(`it is larger than ${maxBytes >> 20} MB`);
    const bytes = new Uint8Array(stats.size);
    let length = 0;
    while (length < bytes.length) {
      const { bytesRead } = await file.read(bytes, length, Math.min(pieceBytes, bytes.length - length));
      if (bytesRead === 0) break;
      length += bytesRead;
    }
    const whole = bytes.subarray(0, length);
    refuseOthers(whole);
    const compiler = JSON.stringify([compilerVersion, compilerOptions, packedForm]);
    return { bytes: whole, key: await digestOf([Buffer.from(compiler), Buffer.from(whole.buffer, 0, length)]) };
  } finally {
    await file.close();
  }
}

const magic = '\0asm';
/** The version of the binary format of components, and its layer; a core module is of the layer 0. */
const componentVersion = 0x0d;

/** @throws {ComponentFault} for what its first bytes tell is no component */
function refuseOthers(bytes: Uint8Array): void {
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 64));
  if (start.length === 0) throw new ComponentFault('it is empty. Build or copy it again');
  if (start.toString('latin1').trimStart().startsWith('(')) {
    throw new ComponentFault('it is WebAssembly as text. Make it binary: `wasm-tools parse x.wat -o x.wasm`');
  }
  if (start.length < 8 || !start.toString('latin1').startsWith(magic)) {
    throw new ComponentFault(
      'it is no WebAssembly. Name under [runtime], as "main", the .wasm file that your build makes',
    );
  }
  const version = start.readUInt16LE(4);
  const layer = start.readUInt16LE(6);
  if (layer === 0) {
    throw new ComponentFault(
      'it is a core module of WebAssembly, not a component. Make one of it, with a target such as wasm32-wasip2 or `wasm-tools component new`',
    );
  }
  if (layer !== 1 || version !== componentVersion) {
    throw new ComponentFault(
      `it has version ${version} of the format of components, and this app takes ${componentVersion}. Build it with present tools`,
    );
  }
}
