import type { ModelInfo, ToolDefinition } from '../../shared/contract/provider.ts';
import { type ContributedTool, toolName } from '../../shared/contract/tool.ts';
import { usualToolNames } from '../../shared/usual-tool-names.ts';

/** The tools offered to a model, by the name that it uses for each. */
export type OfferedTools = ReadonlyMap<string, ContributedTool>;

/** @returns no tools for a model that does not declare support for them */
export const offerTools = (tools: readonly ContributedTool[], model: ModelInfo | undefined): OfferedTools =>
  model?.capabilities.supportsTools ? nameTools(tools) : new Map();

export function nameTools(tools: readonly ContributedTool[]): OfferedTools {
  const offered = new Map<string, ContributedTool>();
  for (const tool of tools) {
    const wanted = toolName(tool);
    let name = wanted;
    for (let n = 2; offered.has(name); n += 1) name = `${wanted.slice(0, 60)}_${n}`;
    offered.set(name, tool);
  }
  return offered;
}

/**
 * Of these the named ones: by the name that the model uses, by the tool's own, which several extensions may have, or by a usual one.
 * @param names undefined: all
 * @returns `unknown`: the names of which there is none
 */
export function namedTools(
  offered: OfferedTools,
  names: readonly string[] | undefined,
): { readonly offered: OfferedTools; readonly unknown: readonly string[] } {
  if (!names) return { offered, unknown: [] };
  const plain = (name: string) => name.trim().replaceAll('-', '_');
  const isNamed = (asked: string, [name, { id }]: [string, ContributedTool]) =>
    plain(asked) === name || plain(asked) === plain(id) || asked.trim().toLowerCase() === usualToolNames.get(name);
  const all = [...offered];
  return {
    offered: new Map(all.filter((tool) => names.some((name) => isNamed(name, tool)))),
    unknown: names.filter((name) => !all.some((tool) => isNamed(name, tool))),
  };
}

/** Without those that would find nothing to read. */
export const toolsWithSkills = (offered: OfferedTools, hasSkills: boolean): OfferedTools =>
  hasSkills ? offered : new Map([...offered].filter(([, { needsSkills }]) => !needsSkills));

export const definitionsOf = (offered: OfferedTools): ToolDefinition[] =>
  [...offered].map(([name, { description, inputSchema }]) => ({ name, description, inputSchema }));
