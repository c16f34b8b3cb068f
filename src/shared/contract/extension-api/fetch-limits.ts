/** Limits of `context.fetch`, in a file without its schemas, which a host does not load. */

/** Bytes of a request. */
export const longestFetchBody = 32 * 1024 * 1024;
/** Redirects of a request. */
export const mostRedirects = 20;
