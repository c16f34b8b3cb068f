/** Rejects a call of the page whose arguments violate the contract. Its message names the channel, never the values. */
export class BadCallError extends Error {}
