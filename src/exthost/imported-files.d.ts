/** Files that the build writes into the bundle. */

declare module '*.lua?raw' {
  const text: string;
  export default text;
}

declare module '*.wasm?url&inline' {
  /** A `data:` URL in base64. */
  const url: string;
  export default url;
}
