/**
 * An agent server where a model is chosen: `agent/{source}/{id}`. The source is the id of an extension, `settings` or
 * `registry`; a model reference has a colon there, so that neither is ever taken for the other. The id is percent-encoded,
 * as one of the settings may be any text.
 */
export interface AgentRef {
  readonly source: string;
  readonly id: string;
}

export const formatAgentRef = ({ source, id }: AgentRef): string =>
  `agent/${source}/${encodeURIComponent(id.toWellFormed())}`;

/** @returns null when the text names no agent server */
export function parseAgentRef(text: string): AgentRef | null {
  const [, source, encoded] = /^agent\/([a-z0-9_-]+)\/([^/\s:]{1,1000})$/.exec(text) ?? [];
  const id = encoded === undefined ? null : decoded(encoded);
  return source && id ? { source, id } : null;
}

export const isAgentRef = (text: string): boolean => parseAgentRef(text) !== null;

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
