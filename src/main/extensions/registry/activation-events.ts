import { within } from '../../../shared/bounded.ts';
import { contributionKinds } from '../../../shared/contract/extensions/contribution-kinds.ts';
import type { ExtensionMethods, ExtensionStreams } from '../../../shared/contract/extensions/exthost-api.ts';
import type { Manifest } from '../../../shared/contract/extensions/manifest.ts';

/** An activation event, such as `onStartup`, `onLanguage:python` or `onCommand:greet`. */
export type ActivationEvent = string;

/** A script was found that has never run as it is. */
export const eventOfFind: ActivationEvent = 'onFound';

const workspaceContains = 'workspaceContains:';

export const isActivatedBy = (manifest: Manifest, event: ActivationEvent): boolean =>
  manifest.activation_events.includes(event);

export const workspaceGlobs = (manifest: Manifest): string[] =>
  manifest.activation_events
    .filter((event) => event.startsWith(workspaceContains))
    .map((event) => event.slice(workspaceContains.length));

/** The use of a declared contribution activates its extension, whether the manifest lists the event or not. */
export function eventOfUse(
  use: keyof ExtensionMethods | keyof ExtensionStreams,
  params: object | null,
): ActivationEvent {
  const kind = Object.values(contributionKinds).find(({ calls }) => use.startsWith(calls));
  if (!kind) return use;
  const { id, providerId = id } = (params ?? {}) as { id?: string; providerId?: string };
  return `${kind.event}:${providerId ?? ''}`;
}

/** @returns whether the workspace contains a file that matches one of the globs */
export type WorkspaceSearch = (globs: readonly string[], signal: AbortSignal) => Promise<boolean>;

/**
 * @returns the activation event; null when the workspace contains no match, or none was found in time
 * @param onGivenUp called with the reason when the search failed
 */
export async function eventOfWorkspace(
  globs: readonly string[],
  search: WorkspaceSearch,
  onGivenUp: (why: string) => void,
  limitMs: number,
): Promise<ActivationEvent | null> {
  const limit = new AbortController();
  const late = () => `the search took longer than ${limitMs / 1000} s`;
  try {
    const isThere = await within(search(globs, limit.signal), limitMs, late);
    return isThere ? workspaceContains + globs.join(', ') : null;
  } catch (error) {
    onGivenUp(error instanceof Error ? error.message : String(error));
    return null;
  } finally {
    limit.abort();
  }
}
