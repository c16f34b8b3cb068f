/** Bytes. Apart from the schemas of `context.fetch`: a host needs it and does not load them. */
export const longestFetchBody = 32 * 1024 * 1024;
