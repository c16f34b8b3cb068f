/** Bound that a measure has to keep. */
export type Target = { readonly atMost: number } | { readonly atLeast: number };

let missed = 0;

/** Says whether a target was met. One that was missed makes the run of the benches fail, unless it is a quick one. */
export function reportTarget(name: string, value: number, target: Target): void {
  const isMet = 'atMost' in target ? value <= target.atMost : value >= target.atLeast;
  const wanted = 'atMost' in target ? `at most ${target.atMost}` : `at least ${target.atLeast}`;
  if (!isMet) missed += 1;
  console.log(`${isMet ? 'target met' : 'TARGET MISSED'}  ${name}: ${value.toFixed(2)}, wanted ${wanted}`);
}

/** Number of targets missed since the last call. */
export function takeMissed(): number {
  const taken = missed;
  missed = 0;
  return taken;
}
