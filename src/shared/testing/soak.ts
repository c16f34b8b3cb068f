/** The renderer's types know no Node, in which its tests run too. */
declare const process: { readonly env: Readonly<Record<string, string | undefined>> };

/** Whether this is `npm run soak`, which runs every test whose length is told here, at its full length. */
export const isSoak = process.env.OUTRIGGER_SOAK === '1';

/**
 * How often a test does what it does: a short form runs with all tests, or when its file is named; the long one in `npm run soak`.
 * @param short a second or two
 * @param long in `npm run soak`: as long as it takes to be sure
 */
export const lengthOf = (short: number, long: number): number => (isSoak ? long : short);
