import { Check } from 'lucide-react';
import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { toFailure } from '../../shared/contract/errors.ts';
import type { SettingValue } from '../../shared/contract/manifest.ts';
import type { ExtensionSetting } from '../../shared/contract/settings.ts';
import { failureInWords } from '../app/failure-words.ts';
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

function SettingField({ setting }: { readonly setting: ExtensionSetting }) {
  const { extensionId, key, title, description } = setting;
  const id = useId();
  const [state, setState] = useState<SaveState>({ type: 'clean' });
  const save = async (value: SettingValue): Promise<boolean> => {
    setState({ type: 'saving' });
    try {
      const result = await api.settings.setExtensionSetting(extensionId, key, value);
      if (result.ok) {
        setState({ type: 'saved' });
        return true;
      }
      setState({ type: 'failed', text: failureInWords(result.failure) });
    } catch (thrown) {
      setState({ type: 'failed', text: toFailure(thrown).message });
    }
    return false;
  };
  const Control = controls[setting.type];
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
      <Control id={id} setting={setting} save={save} onEdit={() => setState({ type: 'clean' })} />
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

interface ControlProps {
  readonly id: string;
  readonly setting: ExtensionSetting;
  /** @returns whether it was saved */
  save(value: SettingValue): Promise<boolean>;
  onEdit(): void;
}

/** An empty field means the default, which its placeholder shows. */
function TextControl({ id, setting, save, onEdit }: ControlProps) {
  const { value, defaultValue, type } = setting;
  const shown = value === defaultValue ? '' : String(value);
  const saved = useRef(shown);
  const onDone = async (field: HTMLInputElement) => {
    const text = field.value.trim();
    if (text === saved.current) return;
    const isSaved = await save(type === 'number' ? (text === '' ? defaultValue : Number(text)) : text);
    if (isSaved) saved.current = text;
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Enter' && !event.nativeEvent.isComposing) void onDone(event.currentTarget);
  };
  return (
    <input
      id={id}
      className={styles.input}
      type={type === 'number' ? 'number' : 'text'}
      step="any"
      defaultValue={shown}
      placeholder={String(defaultValue)}
      spellCheck={false}
      autoComplete="off"
      aria-describedby={`${id}-description`}
      onChange={onEdit}
      onBlur={(event) => void onDone(event.currentTarget)}
      onKeyDown={onKeyDown}
    />
  );
}

function SwitchControl({ id, setting, save }: ControlProps) {
  const [isOn, setOn] = useState(setting.value === true);
  const onChange = async (next: boolean) => {
    setOn(next);
    if (!(await save(next))) setOn(!next);
  };
  return (
    <input
      id={id}
      type="checkbox"
      checked={isOn}
      aria-describedby={`${id}-description`}
      onChange={({ currentTarget }) => void onChange(currentTarget.checked)}
    />
  );
}

function ChoiceControl({ id, setting, save }: ControlProps) {
  const [chosen, setChosen] = useState(String(setting.value));
  const onChange = async (next: string) => {
    setChosen(next);
    if (!(await save(next))) setChosen(chosen);
  };
  return (
    <select
      id={id}
      className={styles.input}
      value={chosen}
      aria-describedby={`${id}-description`}
      onChange={({ currentTarget }) => void onChange(currentTarget.value)}
    >
      {setting.choices?.map((choice) => (
        <option key={choice}>{choice}</option>
      ))}
    </select>
  );
}

const controls = { string: TextControl, number: TextControl, boolean: SwitchControl, choice: ChoiceControl } as const;
