import { contributionKinds } from '../../../shared/contract/extensions/contribution-kinds.ts';
import type { ExtensionMethods, ExtensionStreams } from '../../../shared/contract/extensions/exthost-api.ts';
import type { Manifest } from '../../../shared/contract/extensions/manifest.ts';

/** What an extension can be activated for: `onStartup`, `onLanguage:python`, `onCommand:greet` … */
export type ActivationEvent = string;

const workspaceContains = 'workspaceContains:';

export const isActivatedBy = (manifest: Manifest, event: ActivationEvent): boolean =>
  manifest.activation_events.includes(event);

export const workspaceGlobs = (manifest: Manifest): string[] =>
  manifest.activation_events
    .filter((event) => event.startsWith(workspaceContains))
    .map((event) => event.slice(workspaceContains.length));

/** What is declared in a manifest activates its extension when it is used, whether the manifest lists the event or not. */
export function eventOfUse(
  use: keyof ExtensionMethods | keyof ExtensionStreams,
  params: object | null,
): ActivationEvent {
  const kind = Object.values(contributionKinds).find(({ calls }) => use.startsWith(calls));
  if (!kind) return use;
  const { id, providerId = id } = (params ?? {}) as { id?: string; providerId?: string };
  return `${kind.event}:${providerId ?? ''}`;
}

/** @returns whether the workspace holds a file that one of the globs names */
export type WorkspaceSearch = (globs: readonly string[], signal: AbortSignal) => Promise<boolean>;

/**
 * @returns what the extension is activated for; null when the workspace holds none of it, as far as is known in time
 * @param onGivenUp hears why that could not be found out
 */
export async function eventOfWorkspace(
  globs: readonly string[],
  search: WorkspaceSearch,
  onGivenUp: (why: string) => void,
  limitMs: number,
): Promise<ActivationEvent | null> {
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(), limitMs);
  const ended = new Promise<'late'>((resolve) => limit.signal.addEventListener('abort', () => resolve('late')));
  try {
    const isThere = await Promise.race([search(globs, limit.signal), ended]);
    if (isThere === 'late') onGivenUp(`the search took longer than ${limitMs / 1000} s`);
    return isThere === true ? workspaceContains + globs.join(', ') : null;
  } catch (error) {
    onGivenUp(error instanceof Error ? error.message : String(error));
    return null;
  } finally {
    clearTimeout(timer);
    limit.abort();
  }
}
