import { settle } from '../../base/settle.ts';
import { api, onMainEvents } from '../../bridge.ts';

export interface ProjectPath {
  /** Relative to the project, without a separator at its end. */
  readonly text: string;
  readonly isDirectory: boolean;
}

/** Milliseconds; changes in directories that are not watched are seen after this time. */
const longestAge = 30_000;
let known: { readonly since: number; readonly paths: Promise<readonly ProjectPath[]> } | null = null;

const forget = () => {
  known = null;
};
onMainEvents({ 'tree-changed': forget, workspace: forget });

/** The files and directories of the project; requested once, and again after a change. */
export function projectPaths(): Promise<readonly ProjectPath[]> {
  if (!known || Date.now() - known.since > longestAge) known = { since: Date.now(), paths: list() };
  return known.paths;
}

async function list(): Promise<readonly ProjectPath[]> {
  const result = await settle(api.mentions.paths());
  if (!result.ok) {
    // Not cached: the next call asks again.
    known = null;
    return [];
  }
  /** Those near the root come first. */
  const levels: ProjectPath[][] = [];
  for (const path of result.value) {
    const isDirectory = path.endsWith('/');
    const text = isDirectory ? path.slice(0, -1) : path;
    const depth = text.split('/').length;
    levels[depth] ??= [];
    levels[depth].push({ text, isDirectory });
  }
  return levels.flat();
}
