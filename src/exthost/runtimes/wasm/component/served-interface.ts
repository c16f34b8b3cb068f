/**
 * What a component is given for one of its imports, by the names that the glue has: `nextChunk`. A world's function is
 * `default`.
 */
export type ServedInterface = Readonly<Record<string, unknown>>;

/** What a part of the thread serves, by the names that it has to have. */
export type ServedInterfaces<Names extends readonly string[]> = Readonly<Record<Names[number], ServedInterface>>;
