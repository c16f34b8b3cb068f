/**
 * What a component is given for one of its imports, by the names that the glue has: `nextChunk`. A world's function is
 * `default`.
 */
export type ServedInterface = Readonly<Record<string, unknown>>;
