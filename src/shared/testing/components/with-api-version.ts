import type { ApiVersion } from '../../contract/extensions/compiled-component.ts';

const sectionName = 'zed:api-version';

/** Adds the section by which a component of Zed says its version: three numbers of two bytes. */
export function withApiVersion(component: Uint8Array, version: ApiVersion): Buffer {
  const data = Buffer.alloc(6);
  for (const [at, part] of version.entries()) data.writeUInt16BE(part, 2 * at);
  const content = Buffer.from([sectionName.length, ...Buffer.from(sectionName), ...data]);
  return Buffer.concat([component, Buffer.from([0, content.length]), content]);
}
