/** Why a tool does nothing, in sentences for the model. */
export class Refusal extends Error {}

/** What the app calls a failure; "" for any other. @param {unknown} error */
export const codeOf = (error) => (error instanceof Error && 'code' in error ? String(error.code) : '');
