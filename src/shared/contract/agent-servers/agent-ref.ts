/**
 * An agent server where a model is chosen: `agent/{source}/{id}`. The source is the id of an extension, `settings` or
 * `registry`; a model reference has a colon there, so that neither is ever taken for the other.
 */
export interface AgentRef {
  readonly source: string;
  readonly id: string;
}

export const formatAgentRef = ({ source, id }: AgentRef): string => `agent/${source}/${id}`;

/** @returns null when the text names no agent server */
export function parseAgentRef(text: string): AgentRef | null {
  const [, source, id] = /^agent\/([a-z0-9_-]+)\/([^/\s:]{1,200})$/.exec(text) ?? [];
  return source && id ? { source, id } : null;
}

export const isAgentRef = (text: string): boolean => parseAgentRef(text) !== null;
