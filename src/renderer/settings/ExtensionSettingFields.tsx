import { Check } from 'lucide-react';
import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { toFailure } from '../../shared/contract/errors.ts';
import type { SettingValue } from '../../shared/contract/settings/setting-value.ts';
import type { ExtensionSetting } from '../../shared/contract/settings/settings.ts';
import { formatFailure } from '../base/format-failure.ts';
import { api } from '../bridge.ts';
import { SettingList } from './SettingList.tsx';
import type { ControlProps } from './setting-control.ts';
import styles from './settings.module.css';
import { useLoaded } from './use-loaded.ts';

const load = () => api.extensionSettings.list();

export interface ExtensionSettingsProps {
  readonly title: string;
  /** Filters the extensions whose settings are shown. */
  isWanted(extensionId: string): boolean;
  /** Shown when there are no settings; if it is absent, nothing is. */
  readonly none?: string;
  /** Settings of one extension, whose name is known from the page around. */
  readonly isOfOne?: boolean;
  /** Shown below the settings. */
  readonly note?: string | undefined;
}

/** The settings that extensions declare, grouped by extension. */
export function ExtensionSettingFields({ title, isWanted, none, isOfOne = false, note }: ExtensionSettingsProps) {
  const titleId = useId();
  const { value: settings, problem } = useLoaded(load);
  const wanted = settings?.filter(({ extensionId }) => isWanted(extensionId));
  const extensionIds = [...new Set(wanted?.map(({ extensionId }) => extensionId))];
  if (extensionIds.length === 0 && !problem && none === undefined) return null;
  const Heading = isOfOne ? 'h4' : 'h3';
  return (
    <section className={isOfOne ? styles.section : undefined} aria-labelledby={titleId}>
      <Heading id={titleId} className={isOfOne ? styles.subheading : styles.heading}>
        {title}
      </Heading>
      {problem && <p className={styles.failure}>The settings could not be loaded. {problem}</p>}
      {wanted?.length === 0 && none && <p className={styles.quiet}>{none}</p>}
      {extensionIds.map((id) => (
        <SettingGroup key={id} settings={wanted?.filter(({ extensionId }) => extensionId === id)} hasName={!isOfOne} />
      ))}
      {note && <p className={styles.quiet}>{note}</p>}
    </section>
  );
}

interface SettingGroupProps {
  readonly settings: readonly ExtensionSetting[] | undefined;
  readonly hasName: boolean;
}

function SettingGroup({ settings = [], hasName }: SettingGroupProps) {
  return (
    <div className={styles.group}>
      {hasName && <h4 className={styles.subheading}>{settings[0]?.extensionName}</h4>}
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
      const result = await api.extensionSettings.set(extensionId, key, value);
      if (result.ok) {
        setState({ type: 'saved' });
        return true;
      }
      setState({ type: 'failed', text: formatFailure(result.failure) });
    } catch (thrown) {
      setState({ type: 'failed', text: toFailure(thrown).message });
    }
    return false;
  };
  const Control = controls[setting.type];
  return (
    <div className={styles.setting}>
      <div className={styles.settingHead}>
        {setting.type === 'list' ? (
          <span id={`${id}-title`}>{title}</span>
        ) : (
          <label id={`${id}-title`} htmlFor={id}>
            {title}
          </label>
        )}
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

const controls = {
  string: TextControl,
  number: TextControl,
  boolean: SwitchControl,
  choice: ChoiceControl,
  list: SettingList,
} as const;
