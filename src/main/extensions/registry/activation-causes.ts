import type { DiscoveredExtension } from '../catalog/discovery.ts';
import {
  type ActivationEvent,
  eventOfWorkspace,
  isActivatedBy,
  type WorkspaceSearch,
  workspaceGlobs,
} from './activation-events.ts';

export interface ActivationCausesDeps {
  /** Those that are enabled at the moment, by id. */
  extensions(): ReadonlyMap<string, DiscoveredExtension>;
  isLoaded(extensionId: string): boolean;
  activate(extension: DiscoveredExtension, event: ActivationEvent): void;
  /** Answers `workspaceContains`. undefined: no workspace holds anything. */
  readonly search: WorkspaceSearch | undefined;
  /** Milliseconds that it may take. */
  readonly searchMs: number;
  /** For the extension's log. */
  warn(extensionId: string, text: string): void;
}

/** What makes extensions start without being called: what happens in the app, and what is in the folder that is open. */
export type ActivationCauses = ReturnType<typeof createActivationCauses>;

export function createActivationCauses(deps: ActivationCausesDeps) {
  const events = new Set<ActivationEvent>();
  let hasWorkspace = false;

  async function searchWorkspace(extension: DiscoveredExtension): Promise<void> {
    const { search, searchMs } = deps;
    const { id } = extension.manifest;
    const globs = workspaceGlobs(extension.manifest);
    if (!hasWorkspace || !search || globs.length === 0 || deps.isLoaded(id)) return;
    const onGivenUp = (why: string) => deps.warn(id, `was not activated for ${globs.join(', ')}: ${why}`);
    const event = await eventOfWorkspace(globs, search, onGivenUp, searchMs);
    if (event !== null && deps.extensions().get(id) === extension) deps.activate(extension, event);
  }

  return {
    happened(event: ActivationEvent) {
      events.add(event);
      for (const extension of deps.extensions().values()) {
        if (isActivatedBy(extension.manifest, event)) deps.activate(extension, event);
      }
    },
    /** Another folder is open. */
    workspaceOpened() {
      hasWorkspace = true;
      for (const extension of deps.extensions().values()) void searchWorkspace(extension);
    },
    /** An extension came: it is activated for what has happened so far. */
    catchUp(extension: DiscoveredExtension) {
      const event = [...events].find((one) => isActivatedBy(extension.manifest, one));
      if (event !== undefined) deps.activate(extension, event);
      else void searchWorkspace(extension);
    },
  };
}
