import type { ApiVersion } from '../../../shared/contract/extensions/compiled-component.ts';
import { isBefore } from '../../../shared/extensions/api-version.ts';
import { readNumber } from '../../../shared/leb128.ts';

/** A custom section that Zed's builds add to a core module: three numbers of two bytes, the high byte first. */
const sectionName = 'zed:api-version';
const headBytes = 8;
/** Ids of sections: in both layers of the format, and of what components hold within. */
const custom = 0;
const coreModule = 1;
const component = 4;
/** Components within components; more of it is no build of Zed's. */
const mostLevels = 8;

/**
 * The version of Zed's interface that a component says it was built for.
 * @param bytes of a component, not checked yet
 * @returns null when it says none
 */
export function apiVersionOf(bytes: Uint8Array, level = 0): ApiVersion | null {
  const isComponent = bytes[6] === 1;
  let at = headBytes;
  while (at < bytes.byteLength) {
    const length = readNumber(bytes, at + 1);
    const end = length.end + Number(length.value);
    const content = bytes.subarray(length.end, end);
    const id = bytes[at];
    const isWithin = isComponent && (id === coreModule || id === component) && level < mostLevels;
    const version = id === custom ? versionIn(content) : isWithin ? apiVersionOf(content, level + 1) : null;
    if (version) return version;
    at = end;
  }
  return null;
}

function versionIn(section: Uint8Array): ApiVersion | null {
  const length = readNumber(section, 0);
  const nameEnd = length.end + Number(length.value);
  const data = Buffer.from(section.buffer, section.byteOffset, section.byteLength);
  if (data.toString('latin1', length.end, nameEnd) !== sectionName || data.length < nameEnd + 6) return null;
  return [data.readUInt16BE(nameEnd), data.readUInt16BE(nameEnd + 2), data.readUInt16BE(nameEnd + 4)];
}

/** The first version whose interface is a component's; those before it had another form. */
const oldest: ApiVersion = [0, 0, 6];

/** @returns why components of a version cannot be run; null if they can */
export const whyTooOld = (version: ApiVersion): string | null =>
  isBefore(version, oldest)
    ? `it was built for version ${version.join('.')} of Zed’s interface, and this app has it from ${oldest.join('.')}. Take a later version of the extension`
    : null;
