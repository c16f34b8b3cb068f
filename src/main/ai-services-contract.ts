import type { lateMethods } from '../shared/contract/methods/late-methods.ts';
import type { LateHandlers } from '../shared/contract/methods/renderer-methods.ts';
import type { MainEvent } from '../shared/contract/renderer-api.ts';
import type { AgentsAtWork } from './agent-servers/agents-at-work.ts';
import type { Deadlines } from './deadlines.ts';
import type { DocumentService } from './documents/document-service.ts';
import type { ExtensionManager } from './extensions/catalog/extension-manager.ts';
import type { NoticeBoard } from './notices/notice-board.ts';
import type { LogFile } from './platform/log-file.ts';
import type { CommandLine } from './platform/start/command-line.ts';
import type { Installation } from './platform/start/installation.ts';
import type { ServiceEvents } from './service-events.ts';
import type { SettingsStore } from './settings/settings-store.ts';
import type { StateStore } from './settings/state-store.ts';

/** Dependencies and interface of the half of main that is loaded later. */

export interface AiServicesDeps {
  readonly events: ServiceEvents;
  readonly installation: Installation;
  readonly deadlines: Deadlines;
  /** The command line of this process. */
  readonly commandLine: CommandLine;
  readonly settings: SettingsStore;
  readonly state: StateStore;
  readonly notices: NoticeBoard;
  readonly extensionLog: LogFile;
  /** @param how `isUnasked`: no person asked for it now, and the keyboard stays where it is */
  readonly showFile: (path: string, how?: { readonly isUnasked: boolean }) => Promise<void>;
  /** Opens the Extensions view. */
  readonly openView: () => void;
  readonly pickPackage: (kind: 'folder' | 'archive') => Promise<string | null>;
  readonly pickSaveFile: (name: string) => Promise<string | null>;
  /** Writes to the log only. */
  readonly debug: (text: string) => void;
  /** null: no folder is open. */
  readonly workspacePath: () => string | null;
  /** Opens another folder; one that cannot be opened is told. */
  readonly openFolder: (path: string) => void;
  /** The open folder, if the person trusts it. */
  readonly trustedFolder: () => string | null;
  /** Whether the person trusts a folder, which need not be open. */
  readonly isTrusted: (folder: string) => Promise<boolean>;
  /** What changes on disk while one works is shown as its change. */
  readonly agentsAtWork: AgentsAtWork;
  readonly openDocuments: Pick<DocumentService, 'openPaths' | 'readingOf' | 'write'>;
  readonly publish: (event: MainEvent) => void;
}

export interface AiServices {
  /** The renderer's calls, and their handlers. */
  readonly methods: typeof lateMethods;
  readonly handlers: LateHandlers;
  readonly offer: ExtensionManager['offer'];
  close(): Promise<void>;
  /** Whether the keychain occupies a thread that the process would wait for at its exit. */
  isKeychainBusy(): boolean;
}

/** A module that is loaded on demand. */
export interface Late<T> {
  /** Loads it if necessary. */
  get(): Promise<T>;
  /** null: not loaded yet. */
  loaded(): T | null;
  /** Waits for a load in progress. null: it was never requested, or failed to load. */
  begun(): Promise<T | null>;
}

export function loadLate<T>(load: () => Promise<T>): Late<T> {
  let loading: Promise<T> | null = null;
  let loaded: T | null = null;
  return {
    get() {
      loading ??= load().then((value) => {
        loaded = value;
        return value;
      });
      return loading;
    },
    loaded: () => loaded,
    // The failure was reported to the caller of `get`.
    begun: async () => (await loading?.catch(() => null)) ?? null,
  };
}
