/** Of measurements: of five, so that a moment in which the computer was busy, or idle, decides nothing. */
const most = 3;

/** Measures until most of five measurements held, or most did not. @returns whether they held */
export async function holdsMostly(measure: () => Promise<boolean>): Promise<boolean> {
  let held = 0;
  let failed = 0;
  while (held < most && failed < most) {
    if (await measure()) held += 1;
    else failed += 1;
  }
  return held === most;
}
