/** A call of the page is rejected with this when its arguments are not what the contract says. It names the channel, never the values. */
export class BadCallError extends Error {}
