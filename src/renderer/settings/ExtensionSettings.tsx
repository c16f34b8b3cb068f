import { Check } from 'lucide-react';
import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { nextSteps, toFailure } from '../../shared/contract/errors.ts';
import type { ExtensionSetting } from '../../shared/contract/settings.ts';
import { api } from '../bridge.ts';
import styles from './settings.module.css';
import { useLoaded } from './use-loaded.ts';

const load = () => api.settings.extensionSettings();

/** The settings that extensions declare, grouped by extension. */
export function ExtensionSettings() {
  const { value: settings, problem } = useLoaded(load);
  const extensionIds = [...new Set(settings?.map(({ extensionId }) => extensionId))];
  return (
    <section className={styles.section} aria-labelledby="settings-extensions">
      <h3 id="settings-extensions" className={styles.heading}>
        Extensions
      </h3>
      {problem && <p className={styles.failure}>The settings could not be read. {problem}</p>}
      {settings?.length === 0 && <p className={styles.quiet}>No extension has settings.</p>}
      {extensionIds.map((extensionId) => (
        <SettingGroup key={extensionId} settings={settings?.filter((setting) => setting.extensionId === extensionId)} />
      ))}
    </section>
  );
}

function SettingGroup({ settings = [] }: { readonly settings: readonly ExtensionSetting[] | undefined }) {
  return (
    <div className={styles.group}>
      <h4 className={styles.subheading}>{settings[0]?.extensionName}</h4>
      {settings.map((setting) => (
        <SettingField key={setting.key} setting={setting} />
      ))}
    </div>
  );
}

type SaveState = { type: 'clean' } | { type: 'saving' } | { type: 'saved' } | { type: 'failed'; text: string };

/** An empty field means the default, which its placeholder shows. */
function SettingField({ setting }: { readonly setting: ExtensionSetting }) {
  const { extensionId, key, title, description, defaultValue } = setting;
  const id = useId();
  const shown = setting.value === defaultValue ? '' : setting.value;
  const saved = useRef(shown);
  const [state, setState] = useState<SaveState>({ type: 'clean' });

  const save = async (field: HTMLInputElement) => {
    const value = field.value.trim();
    if (value === saved.current) return;
    setState({ type: 'saving' });
    try {
      const result = await api.settings.setExtensionSetting(extensionId, key, value);
      if (!result.ok) {
        const { message, code } = result.failure;
        return setState({ type: 'failed', text: `${message} ${nextSteps[code]}` });
      }
      saved.current = value;
      setState({ type: 'saved' });
    } catch (thrown) {
      setState({ type: 'failed', text: toFailure(thrown).message });
    }
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Enter' && !event.nativeEvent.isComposing) void save(event.currentTarget);
  };

  return (
    <div className={styles.setting}>
      <div className={styles.settingHead}>
        <label htmlFor={id}>{title}</label>
        <span role="status" className={styles.saved}>
          {state.type === 'saving' && 'Saving…'}
          {state.type === 'saved' && (
            <>
              <Check size={14} aria-hidden /> Saved
            </>
          )}
        </span>
      </div>
      <input
        id={id}
        className={styles.input}
        type="text"
        defaultValue={shown}
        placeholder={defaultValue}
        spellCheck={false}
        autoComplete="off"
        aria-describedby={`${id}-description`}
        onChange={() => setState({ type: 'clean' })}
        onBlur={(event) => void save(event.currentTarget)}
        onKeyDown={onKeyDown}
      />
      <p id={`${id}-description`} className={styles.quiet}>
        {description}
      </p>
      {state.type === 'failed' && (
        <p role="alert" className={styles.failure}>
          Not saved. {state.text}
        </p>
      )}
    </div>
  );
}
