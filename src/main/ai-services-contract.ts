import type { Result } from '../shared/contract/errors.ts';
import type { LateHandlers } from '../shared/contract/methods/renderer-methods.ts';
import type { MainEvent } from '../shared/contract/renderer-api.ts';
import type { ChangeService } from './changes/change-service.ts';
import type { DocumentMirror } from './documents/document-mirror.ts';
import type { DocumentService } from './documents/document-service.ts';
import type { ExtensionPlaces } from './extensions/catalog/discovery.ts';
import type { ExtensionManager } from './extensions/catalog/extension-manager.ts';
import type { ExtensionSettings } from './extensions/settings/extension-settings.ts';
import type { NoticeBoard } from './notices/notice-board.ts';
import type { LogFile } from './platform/log-file.ts';
import type { ServiceEvents } from './service-events.ts';
import type { SettingsStore } from './settings/settings-store.ts';

/** What the half of main that is loaded later needs, and what it gives. */

export interface AiServicesDeps {
  readonly events: ServiceEvents;
  readonly userData: string;
  /** The folder that the build writes, with the entry modules of the hosts. */
  readonly built: string;
  /** Opens the inspector of the shared hosts: at this port, or at any free one (0). */
  readonly inspectPort: number | undefined;
  /** Where extensions are looked for, beside the user's own folder. */
  places(): Promise<Omit<ExtensionPlaces, 'user'>>;
  readonly settings: SettingsStore;
  readonly notices: NoticeBoard;
  readonly extensionLog: LogFile;
  /** Every message between main and the hosts goes to the log. */
  readonly isTraced: boolean;
  readonly showFile: (path: string) => Promise<void>;
  /** Shows the Extensions view. */
  readonly openView: () => void;
  readonly pickPackage: (kind: 'folder' | 'archive') => Promise<string | null>;
  readonly pickSaveFile: (name: string) => Promise<string | null>;
  /** What only the log is told. */
  readonly debug: (text: string) => void;
  /** null: no folder is open. */
  readonly workspacePath: () => string | null;
  /** The open folder, if the person trusts it. */
  readonly trustedFolder: () => string | null;
  /** Whether the person trusts a folder, which need not be open. */
  readonly isTrusted: (folder: string) => Promise<boolean>;
  /** The documents of the window. */
  readonly openDocuments: Pick<DocumentService, 'openPaths' | 'save'>;
  readonly publish: (event: MainEvent) => void;
  /** Hands an address to the system, if it may leave the app. */
  readonly openAddress: (address: string) => Promise<Result<null>>;
}

export interface AiServices {
  /** What the renderer may ask of it. */
  readonly handlers: LateHandlers;
  readonly extensionSettings: ExtensionSettings;
  readonly offer: ExtensionManager['offer'];
  readonly report: DocumentMirror['report'];
  readonly answerBuffer: ChangeService['answerBuffer'];
  close(): Promise<void>;
  /** Whether the keychain holds a thread that the process would wait for at its end. */
  isKeychainBusy(): boolean;
}

/** The late half, as the other one sees it. */
export interface Late<T> {
  /** Loads it when nobody has asked before. */
  get(): Promise<T>;
  /** null: it is not there yet. */
  loaded(): T | null;
  /** Waits for it when it is being loaded. null: nobody asked, or it could not be loaded. */
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
    // Whoever asked was told of its failure.
    begun: async () => (await loading?.catch(() => null)) ?? null,
  };
}
