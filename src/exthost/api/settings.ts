import type { ExtensionContext } from '../../shared/contract/extension-api/extension-api.ts';
import type { ExtensionMethods } from '../../shared/contract/extensions/exthost-api.ts';
import type { MainMethods } from '../../shared/contract/extensions/main-methods.ts';
import type { SettingValue } from '../../shared/contract/settings/setting-value.ts';
import type { Peer } from '../../shared/rpc/peer.ts';
import { Listeners } from './listeners.ts';
import type { Log } from './log.ts';

export function createSettings(main: Peer<MainMethods>, log: Log) {
  const listeners = new Listeners<[key: string, value: SettingValue]>('settings.onChange', log);
  const api: ExtensionContext['settings'] = {
    // Main validates the values, so that they have the type that the manifest declares; the author states it as T.
    get: <T extends SettingValue = string>(key: string) => main.call('setting.get', { key }) as Promise<T>,
    onChange: (listener) => listeners.add(listener),
  };
  return {
    api,
    changed({ key, value }: ExtensionMethods['setting.changed']['params']): null {
      listeners.emit(key, value);
      return null;
    },
  };
}
