/** Majority of five measurements, so that a moment in which the computer is busy, or idle, decides nothing. */
const most = 3;

/** Measures until the majority of five is known. @returns whether the majority held */
export async function holdsMostly(measure: () => Promise<boolean>): Promise<boolean> {
  let held = 0;
  let failed = 0;
  while (held < most && failed < most) {
    if (await measure()) held += 1;
    else failed += 1;
  }
  return held === most;
}
