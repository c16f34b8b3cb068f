import type { SettingValue } from '../../shared/contract/settings/setting-value.ts';
import type { ExtensionSetting } from '../../shared/contract/settings/settings.ts';

/** Props of a setting's control. Its title is at `{id}-title`, its description at `{id}-description`. */
export interface ControlProps {
  readonly id: string;
  readonly setting: ExtensionSetting;
  /** @returns whether it was saved */
  save(value: SettingValue): Promise<boolean>;
  onEdit(): void;
}
