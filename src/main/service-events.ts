import type { Workspace } from '../shared/contract/documents/document.ts';
import type { Manifest } from '../shared/contract/extensions/manifest.ts';
import type { SettingValue } from '../shared/contract/settings/setting-value.ts';
import type { Emitter } from '../shared/emitter.ts';
import type { DiscoveredExtension, Discovery } from './extensions/catalog/discovery.ts';

/** One provider of one extension. */
interface OfProvider {
  readonly extensionId: string;
  readonly providerId: string;
}

/**
 * What services of main tell each other. Who tells knows nobody who hears: the composition roots say that, in one table
 * of handlers each, and an event that nobody handles does not compile (docs/decisions/0027).
 */
export type ServiceEvent =
  /** Another folder is open, the open one was trusted or no longer, or it brings something else. */
  | { readonly type: 'folder-changed'; readonly workspace: Workspace }
  /** A person saved a file, or another program changed it. */
  | { readonly type: 'file-changed'; readonly path: string; readonly by: 'person' | 'program' }
  /** The page was loaded, for the first time or anew: what it was told before is gone. */
  | { readonly type: 'page-connected' }
  /** It was looked for extensions. */
  | { readonly type: 'extensions-found'; readonly discovery: Discovery }
  /** Which extensions may run was decided anew. */
  | {
      readonly type: 'extensions-enabled';
      /** One of an id at the most. */
      readonly enabled: readonly DiscoveredExtension[];
      /** Ids of those whose code changed, though their manifests may not have. */
      readonly changed: readonly string[];
      /** Those that are off until a person consents. */
      readonly waiting: readonly Manifest[];
    }
  /** A person changed a setting that a manifest declares. */
  | {
      readonly type: 'extension-setting-changed';
      readonly extensionId: string;
      readonly key: string;
      readonly value: SettingValue;
    }
  /** An entry of a list in the settings is gone, and its provider with it. */
  | ({ readonly type: 'provider-removed' } & OfProvider)
  /** A key was stored or removed, or a variable that may hold one was allowed or denied. */
  | ({ readonly type: 'key-changed' } & OfProvider)
  /** A person removed a key, so that the extension has to forget it. */
  | ({ readonly type: 'key-removed' } & OfProvider)
  /** An extension says that its models, or whether it has a key, are not as before. */
  | ({ readonly type: 'models-changed' } & OfProvider)
  /** The prompt templates are others than before. */
  | { readonly type: 'templates-changed' };

export type ServiceEvents = Emitter<ServiceEvent>;

type EventsByType = { readonly [T in ServiceEvent['type']]: Extract<ServiceEvent, { readonly type: T }> };

/** For a service that tells some of them. */
export type Tell<T extends ServiceEvent['type']> = (event: EventsByType[T]) => void;
