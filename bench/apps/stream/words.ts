/** Words that are the times at which they were said, in ms since 1970, with a paragraph for every twenty. */
export async function* words(rate: number, count: number): AsyncGenerator<string> {
  const start = performance.now();
  for (let said = 0; said < count; said += 1) {
    const rest = rate > 0 ? start + (said * 1000) / rate - performance.now() : 0;
    if (rest > 0) await new Promise((resolve) => setTimeout(resolve, rest));
    const at = performance.timeOrigin + performance.now();
    yield said % 20 === 19 ? `${at.toFixed(2)}\n\n` : `${at.toFixed(2)} `;
  }
}
