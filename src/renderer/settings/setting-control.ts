import type { SettingValue } from '../../shared/contract/settings/setting-value.ts';
import type { ExtensionSetting } from '../../shared/contract/settings/settings.ts';

/** What the control of a setting is given. Its title is at `{id}-title`, its description at `{id}-description`. */
export interface ControlProps {
  readonly id: string;
  readonly setting: ExtensionSetting;
  /** @returns whether it was saved */
  save(value: SettingValue): Promise<boolean>;
  onEdit(): void;
}
