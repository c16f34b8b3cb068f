import { SectionReader, sectionOf, withSection, written } from '../../core-module.ts';

/** The section `dylink.0`: WebAssembly tool conventions, DynamicLinking.md. It is the first, and a custom one. */
const customSection = 0;
const sectionName = 'dylink.0';
const neededLibraries = 2;

/**
 * Takes the list of libraries from a grammar. Many ask for `libc.so`, of which they use what the parser has for all of
 * them; its loader would look for a file.
 */
export function withoutNeeds(module: Uint8Array): Uint8Array {
  const section = sectionOf(module, customSection);
  if (!section) return module;
  const nameLength = section[0] ?? 0;
  const start = 1 + nameLength;
  if (new TextDecoder().decode(section.subarray(1, start)) !== sectionName) return module;
  const kept = [...section.subarray(0, start)];
  let rest = section.subarray(start);
  while (rest.byteLength > 0) {
    const kind = rest[0] ?? 0;
    const reader = new SectionReader(rest.subarray(1));
    const length = Number(reader.number());
    const end = 1 + written(BigInt(length)).length + length;
    if (kind !== neededLibraries) kept.push(...rest.subarray(0, end));
    rest = rest.subarray(end);
  }
  return withSection(module, customSection, kept);
}
