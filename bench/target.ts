/** What a measure must reach to be as wanted. */
export type Target = { readonly atMost: number } | { readonly atLeast: number };

/** Says whether a target was met; a miss fails nothing, as a busy machine misses some. */
export function reportTarget(name: string, value: number, target: Target): void {
  const isMet = 'atMost' in target ? value <= target.atMost : value >= target.atLeast;
  const wanted = 'atMost' in target ? `at most ${target.atMost}` : `at least ${target.atLeast}`;
  console.log(`${isMet ? 'target met' : 'TARGET MISSED'}  ${name}: ${value.toFixed(2)}, wanted ${wanted}`);
}
