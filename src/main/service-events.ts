import type { Workspace } from '../shared/contract/documents/document.ts';
import type { Manifest } from '../shared/contract/extensions/manifest.ts';
import type { SettingValue } from '../shared/contract/settings/setting-value.ts';
import type { Emitter } from '../shared/emitter.ts';
import type { DiscoveredExtension, Discovery } from './extensions/catalog/discovery.ts';

export interface OfProvider {
  readonly extensionId: string;
  readonly providerId: string;
}

/**
 * Events among the services of main. The sender does not know the receivers: the composition roots connect them, in one
 * table of handlers each, and an event without a handler does not compile (docs/decisions/0027).
 */
export type ServiceEvent =
  /** Another folder was opened, its trust changed, or its content that needs trust changed. */
  | { readonly type: 'folder-changed'; readonly workspace: Workspace }
  /** A person saved a file, or another program changed it. */
  | { readonly type: 'file-changed'; readonly path: string; readonly by: 'person' | 'program' }
  /** The page was loaded or reloaded, and knows nothing of earlier events. */
  | { readonly type: 'page-connected' }
  /** A scan for extensions has ended. */
  | { readonly type: 'extensions-found'; readonly discovery: Discovery }
  /** The set of enabled extensions was determined again. */
  | {
      readonly type: 'extensions-enabled';
      /** At most one of an id. */
      readonly enabled: readonly DiscoveredExtension[];
      /** Ids of extensions whose code changed, though their manifests may not have. */
      readonly changed: readonly string[];
      /** Extensions that are off until a person consents. */
      readonly waiting: readonly Manifest[];
    }
  /** A person changed a setting declared by a manifest. */
  | {
      readonly type: 'extension-setting-changed';
      readonly extensionId: string;
      readonly key: string;
      readonly value: SettingValue;
    }
  /** A list entry in the settings was removed, or the script of an endpoint, and with it its provider. */
  | ({ readonly type: 'provider-removed' } & OfProvider)
  /** A key was stored or removed, or a variable that may hold one was allowed or denied. */
  | ({ readonly type: 'key-changed' } & OfProvider)
  /** A person removed a key, which the extension has to forget. */
  | ({ readonly type: 'key-removed' } & OfProvider)
  /** An extension reports a change of its models, or of whether it has a key. */
  | ({ readonly type: 'models-changed' } & OfProvider)
  /** What menus offer of the files in roots has changed. */
  | { readonly type: 'root-files-changed' };

export type ServiceEvents = Emitter<ServiceEvent>;

type EventsByType = { readonly [T in ServiceEvent['type']]: Extract<ServiceEvent, { readonly type: T }> };

/** For a service that sends some of these events. */
export type Tell<T extends ServiceEvent['type']> = (event: EventsByType[T]) => void;
