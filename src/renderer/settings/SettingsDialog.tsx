import { Settings2, X } from 'lucide-react';
import { IconButton } from '../app/controls/IconButton.tsx';
import { Dialog } from '../dialogs/Dialog.tsx';
import { CredentialList } from './CredentialList.tsx';
import { ExtensionSettings } from './ExtensionSettings.tsx';
import styles from './settings.module.css';
import { ThemeSetting } from './ThemeSetting.tsx';

export interface SettingsDialogProps {
  onClose(): void;
}

/** What a person can set. Every change holds at once; nothing waits for a button. */
export default function SettingsDialog({ onClose }: SettingsDialogProps) {
  return (
    <Dialog title="Settings" icon={<Settings2 size={16} aria-hidden />} width={600} onCancel={onClose} closesOutside>
      <IconButton label="Close settings" shortcut="Esc" className={styles.close} onClick={onClose}>
        <X size={16} />
      </IconButton>
      <ThemeSetting />
      <ExtensionSettings />
      <CredentialList />
    </Dialog>
  );
}
