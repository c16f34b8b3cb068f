import type { DiscoveredExtension } from '../catalog/discovery.ts';
import {
  type ActivationEvent,
  eventOfFind,
  eventOfWorkspace,
  isActivatedBy,
  type WorkspaceSearch,
  workspaceGlobs,
} from './activation-events.ts';

export interface ActivationCausesDeps {
  /** The enabled extensions, by id. */
  extensions(): ReadonlyMap<string, DiscoveredExtension>;
  isLoaded(extensionId: string): boolean;
  activate(extension: DiscoveredExtension, event: ActivationEvent): void;
  /** Searches for `workspaceContains`; undefined: no workspace matches. */
  readonly search: WorkspaceSearch | undefined;
  /** Timeout of the search in milliseconds. */
  readonly searchMs: number;
  /** Writes to the extension's log. */
  warn(extensionId: string, text: string): void;
}

/** Activates extensions without a call: for events of the app, and for the content of the open folder. */
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
    /** Call when another folder was opened. */
    workspaceOpened() {
      hasWorkspace = true;
      for (const extension of deps.extensions().values()) void searchWorkspace(extension);
    },
    /** Activates a new extension for events that have already happened, and a script to see what it registers. */
    catchUp(extension: DiscoveredExtension) {
      const isUnknown = extension.script?.isKnown === false;
      const event = isUnknown ? eventOfFind : [...events].find((one) => isActivatedBy(extension.manifest, one));
      if (event !== undefined) deps.activate(extension, event);
      else void searchWorkspace(extension);
    },
  };
}
