/** Bytes. In a file without the schemas of `context.fetch`, which a host does not load. */
export const longestFetchBody = 32 * 1024 * 1024;
