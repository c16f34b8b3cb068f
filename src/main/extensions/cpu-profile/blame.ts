import { type ExtensionRoot, fileOwner, pathOf } from '../../../shared/extensions/file-owner.ts';
import type { CpuProfile, CpuProfileNode } from './cpu-profile.ts';

export interface Blame {
  /** Extensions by their share (0 to 1) of the host's busy time, in descending order. */
  readonly shares: readonly { readonly id: string; readonly share: number }[];
  /** The function in which the first of them spent most time. */
  readonly hottest: HotFunction | undefined;
}

export interface HotFunction {
  readonly functionName: string;
  /** A path, or the URL of a file that a worker host loaded. */
  readonly file: string;
  /** Line of the function's beginning, from 1; a module's own code has none, and gets the first line. */
  readonly line: number;
}

/** The innermost frame of a stack that lies in an extension's folder. */
interface Site {
  readonly id: string;
  readonly frame: CpuProfileNode['callFrame'];
}

/**
 * Attributes the time of a profile: each sample counts for the innermost frame in an extension's folder, so code of the
 * runtime or of another package counts for the extension that called it.
 */
export function blame(
  profile: CpuProfile,
  extensions: readonly ExtensionRoot[],
  options?: { readonly caseMatters?: boolean },
): Blame {
  const siteOf = sitesOf(profile.nodes, fileOwner(extensions, options));
  const nodes = new Map(profile.nodes.map((node) => [node.id, node]));
  const byExtension = new Map<string, number>();
  const byFunction = new Map<string, { site: Site; time: number }>();
  let busy = 0;
  let running: Site | undefined;
  for (const { nodeId, time } of durations(profile)) {
    const name = nodes.get(nodeId)?.callFrame.functionName;
    if (name === '(idle)') {
      running = undefined;
      continue;
    }
    busy += time;
    // Garbage collection has no caller in the profile: it counts for the extension that ran before.
    if (name !== '(garbage collector)') running = siteOf.get(nodeId);
    if (!running) continue;
    byExtension.set(running.id, (byExtension.get(running.id) ?? 0) + time);
    const { functionName, url, lineNumber, columnNumber } = running.frame;
    const key = JSON.stringify([running.id, functionName, url, lineNumber, columnNumber]);
    byFunction.set(key, { site: running, time: (byFunction.get(key)?.time ?? 0) + time });
  }
  const shares = [...byExtension]
    .filter(([, time]) => time > 0)
    .map(([id, time]) => ({ id, share: Math.min(1, time / busy) }))
    .toSorted((a, b) => b.share - a.share);
  const [hottest] = [...byFunction.values()]
    .filter(({ site }) => site.id === shares[0]?.id)
    .toSorted((a, b) => b.time - a.time);
  return { shares, hottest: hottest && formatSite(hottest.site.frame) };
}

function sitesOf(nodes: readonly CpuProfileNode[], ownerOf: (url: string) => string | undefined) {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const parents = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id] as const)));
  const owners = new Map<string, string | undefined>();
  const sites = new Map<number, Site | undefined>();
  for (const { id } of nodes) {
    const path: number[] = [];
    const seen = new Set<number>();
    let site: Site | undefined;
    // Upwards to an extension's frame or a known result. A cycle in the profile ends the walk too.
    for (let at: number | undefined = id; at !== undefined && !seen.has(at); at = parents.get(at)) {
      if (sites.has(at)) {
        site = sites.get(at);
        break;
      }
      seen.add(at);
      path.push(at);
      const frame = byId.get(at)?.callFrame;
      if (!frame) continue;
      if (!owners.has(frame.url)) owners.set(frame.url, ownerOf(frame.url));
      const owner = owners.get(frame.url);
      if (owner === undefined) continue;
      site = { id: owner, frame };
      break;
    }
    for (const step of path) sites.set(step, site);
  }
  return sites;
}

/** A sample lasts until the next one, the last until the end. Negative deltas of the engine's clock count as 0. */
function* durations({ samples, timeDeltas, startTime, endTime }: CpuProfile) {
  let at = startTime;
  for (const [index, nodeId] of samples.entries()) {
    at += timeDeltas[index] ?? 0;
    const time = index + 1 < samples.length ? (timeDeltas[index + 1] ?? 0) : endTime - at;
    yield { nodeId, time: Math.max(0, time) };
  }
}

function formatSite({ functionName, url, lineNumber }: Site['frame']): HotFunction {
  return { functionName: functionName || '(anonymous)', file: pathOf(url) ?? url, line: Math.max(1, lineNumber + 1) };
}
