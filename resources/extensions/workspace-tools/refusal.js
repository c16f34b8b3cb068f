/** Why a tool did nothing, in sentences for the model. */
export class Refusal extends Error {}

/** The app's code of a failure; "" for other errors. @param {unknown} error */
export const codeOf = (error) => (error instanceof Error && 'code' in error ? String(error.code) : '');
