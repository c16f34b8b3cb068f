import type { ApiVersion } from '../../../shared/contract/extensions/compiled-component.ts';
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
