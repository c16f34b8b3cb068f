const words =
  `the parser reads each line once and keeps what it has seen in a small table so that nothing is read again when a piece
  arrives while the window is drawn and the person goes on typing although the answer is long because every block that is
  closed stays as it was and only the last one changes until it is closed too`.split(/\s+/);

/** A long answer as models write them: the same for every run. */
export function answerOf(length: number): string {
  const random = randomFrom(7);
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T;
  const phrase = (count: number) => Array.from({ length: count }, () => pick(words)).join(' ');
  const marked = () =>
    pick([
      () => `**${phrase(3)}**`,
      () => `*${phrase(2)}*`,
      () => `\`${pick(words)}.${pick(words)}()\``,
      () => `[${phrase(2)}](https://example.com/${pick(words)}/${pick(words)})`,
      () => `[${pick(words)}.ts](file:///p/src/${pick(words)}.ts#L${Math.ceil(random() * 90)})`,
      () => `\`src/${pick(words)}.ts:${Math.ceil(random() * 90)}\``,
    ])();
  const sentence = () => {
    const text = `${phrase(6)} ${marked()} ${phrase(7)}${random() < 0.3 ? `, ${marked()},` : ''} ${phrase(4)}.`;
    return text.charAt(0).toUpperCase() + text.slice(1);
  };
  const list = (mark: (index: number) => string) =>
    Array.from({ length: 3 + Math.floor(random() * 6) }, (_, index) => {
      const nested = random() < 0.2 ? `\n  - ${phrase(5)}\n  - ${phrase(4)} ${marked()}` : '';
      return `${mark(index)} ${phrase(5)} ${marked()} ${phrase(3)}${nested}`;
    }).join('\n');
  const code = () =>
    Array.from(
      { length: 4 + Math.floor(random() * 18) },
      () => `  const ${pick(words)} = ${pick(words)}(${pick(words)}, "${pick(words)}"); // ${phrase(3)}`,
    ).join('\n');
  const row = () => `| ${pick(words)} | ${marked()} | ${phrase(3)} |`;
  const blocks: readonly (() => string)[] = [
    () => `${sentence()} ${sentence()} ${sentence()}`,
    () => `${sentence()} ${sentence()}`,
    () => `## ${phrase(4)}\n\n${sentence()}`,
    () => list(() => '-'),
    () => list((index) => `${index + 1}.`),
    () => `\`\`\`ts\nfunction ${pick(words)}() {\n${code()}\n}\n\`\`\``,
    () =>
      `| name | call | meaning |\n|---|:--|---|\n${Array.from({ length: 3 + Math.floor(random() * 8) }, row).join('\n')}`,
    () => `> ${sentence()}\n> ${sentence()}`,
  ];
  let text = '';
  while (text.length < length) text += `${pick(blocks)()}\n\n`;
  return text.slice(0, length);
}

/** Mulberry32: numbers between 0 and 1 that only depend on the seed. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
