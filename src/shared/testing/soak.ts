/** Declared here, as the renderer's types, with which its tests are checked, have no Node. */
declare const process: { readonly env: Readonly<Record<string, string | undefined>> };

/** Whether this is `npm run soak`, in which every test with `lengthOf` runs at its full length. */
export const isSoak = process.env.OUTRIGGER_SOAK === '1';

/**
 * Number of repetitions of a test: `npm run soak` runs the long form, every other run the short one.
 * @param short takes a second or two
 * @param long takes as long as is needed to be sure
 */
export const lengthOf = (short: number, long: number): number => (isSoak ? long : short);
