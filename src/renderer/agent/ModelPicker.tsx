import { Check } from 'lucide-react';
import { type KeyboardEvent, type RefObject, useEffect, useId, useMemo, useRef, useState } from 'react';
import type { ProviderSnapshot } from '../../shared/contract/provider.ts';
import { classNames } from '../app/class-names.ts';
import styles from './ModelPicker.module.css';
import { groupModels, type ModelGroup } from './model-list.ts';

export interface ModelPickerProps {
  readonly providers: readonly ProviderSnapshot[] | null;
  /** The model reference that is chosen now. */
  readonly model: string | undefined;
  /** What opened the picker; pressing it again closes the picker by itself. */
  readonly button: RefObject<HTMLButtonElement | null>;
  onChoose(model: string): void;
  /** @param refocuses false when the focus went elsewhere by itself */
  onClose(refocuses: boolean): void;
}

export function ModelPicker({ providers, model, button, onChoose, onClose }: ModelPickerProps) {
  const [query, setQuery] = useState('');
  const groups = useMemo(() => groupModels(providers ?? [], query), [providers, query]);
  const refs = groups.flatMap(({ options }) => options.map(({ ref }) => ref));
  const [wanted, setWanted] = useState(model);
  const active = wanted !== undefined && refs.includes(wanted) ? wanted : refs[0];
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => field.current?.focus(), []);
  useEffect(() => {
    if (active !== undefined)
      list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [active]);

  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const place = refs.indexOf(active ?? '');
    if (step !== undefined && refs.length > 0) setWanted(refs[(place + step + refs.length) % refs.length]);
    else if (event.key === 'Enter' && active !== undefined && !event.nativeEvent.isComposing) onChoose(active);
    else if (event.key === 'Escape') onClose(true);
    else return;
    event.preventDefault();
  };

  return (
    <div
      role="dialog"
      aria-label="Choose a model"
      className={styles.picker}
      onKeyDown={onKeyDown}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget) && relatedTarget !== button.current) onClose(false);
      }}
    >
      <input
        ref={field}
        className={styles.search}
        value={query}
        onChange={({ currentTarget }) => setQuery(currentTarget.value)}
        placeholder="Search models"
        aria-label="Search models"
        role="combobox"
        aria-expanded
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={active === undefined ? undefined : `${id}-${active}`}
        spellCheck={false}
        autoComplete="off"
      />
      {/* The list never takes the focus from the field. */}
      <div
        ref={list}
        id={`${id}-list`}
        role="listbox"
        aria-label="Models"
        tabIndex={-1}
        className={styles.list}
        onPointerDown={(event) => event.preventDefault()}
        onMouseDown={(event) => event.preventDefault()}
      >
        {groups.map((group) => (
          <Group key={group.key} id={id} group={group} model={model} active={active} onChoose={onChoose} />
        ))}
      </div>
      {providers === null && <p className={styles.note}>Asking the extensions for their models.</p>}
      {providers?.length === 0 && <p className={styles.note}>No extension offers a model.</p>}
      {providers !== null && providers.length > 0 && groups.length === 0 && (
        <p className={styles.note}>No model has “{query.trim()}” in its name.</p>
      )}
    </div>
  );
}

interface GroupProps {
  readonly id: string;
  readonly group: ModelGroup;
  readonly model: string | undefined;
  readonly active: string | undefined;
  onChoose(model: string): void;
}

function Group({ id, group, model, active, onChoose }: GroupProps) {
  const { providerName, extensionName, needsKey, problem, options } = group;
  const headingId = `${id}-${group.key}`;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a group of options in a listbox is no fieldset
    <div role="group" aria-labelledby={headingId} className={styles.group}>
      <div id={headingId} className={styles.heading}>
        <span className={styles.provider}>{providerName}</span>
        {extensionName !== providerName && <span className={styles.extension}>{extensionName}</span>}
        {needsKey && <span className={styles.mark}>needs a key</span>}
      </div>
      {problem && <p className={styles.problem}>{problem}</p>}
      {options.map(({ ref, name }) => (
        // biome-ignore lint/a11y/useFocusableInteractive lint/a11y/useKeyWithClickEvents: the field holds focus and keyboard
        <div
          key={ref}
          id={`${id}-${ref}`}
          role="option"
          aria-selected={ref === active}
          className={classNames(styles.option, ref === active && styles.active)}
          onClick={() => onChoose(ref)}
        >
          <span className={styles.check}>{ref === model && <Check size={16} aria-label="chosen" />}</span>
          <span className={styles.name}>{name}</span>
        </div>
      ))}
    </div>
  );
}
