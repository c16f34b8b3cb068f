/** Whether this is `npm run soak`, which runs every test whose length is told here, at its full length. */
export const isSoak = process.env.OUTRIGGER_SOAK === '1';

/**
 * How often a test does what it does: a short form runs with all tests, the long one in `npm run soak`.
 * @param short in `npm test`: a second or two
 * @param long in `npm run soak`: as long as it takes to be sure
 */
export const lengthOf = (short: number, long: number): number => (isSoak ? long : short);
