import { type RefObject, useRef } from 'react';
import { Button } from '../../base/controls/Button.tsx';
import { ProviderIcon } from '../../base/controls/ProviderIcon.tsx';
import styles from './ModelPicker.module.css';
import { ModelRow } from './ModelRow.tsx';
import { isUsable, type ModelGroup, type ModelOption } from './model-list.ts';
import { rowHeight, useNearRows } from './use-near-rows.ts';

export interface ModelSectionProps {
  /** Id of the picker. */
  readonly id: string;
  readonly group: ModelGroup;
  /** Reference of the chosen model. */
  readonly model: string | undefined;
  /** Key of the row that Enter would choose. */
  readonly active: string | undefined;
  readonly scroller: RefObject<HTMLElement | null>;
  onChoose(model: string): void;
  onMark(option: ModelOption): void;
  onSettings(providerKey: string): void;
}

/** One group of the picker: the provider's state, and its models. */
export function ModelSection({ id, group, model, active, scroller, onChoose, onMark, onSettings }: ModelSectionProps) {
  const { key: groupKey, title, provider, options } = group;
  const headingId = `${id}-${groupKey}`;
  const rows = useRef<HTMLDivElement>(null);
  const [from, to] = useNearRows(rows, scroller, options.length);
  const isIncomplete = provider !== null && !isUsable(provider);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a part of a list of options is no fieldset
    <div role="group" aria-labelledby={headingId} className={styles.group}>
      <div className={styles.heading}>
        {provider && <ProviderIcon icon={provider.icon} />}
        <span id={headingId} className={styles.names}>
          <span className={styles.provider}>{title}</span>{' '}
          {provider && provider.extensionName !== provider.name && <span>{provider.extensionName} </span>}
          {/* The problem says more, and may be another one. */}
          {provider?.isAuthenticated === false && !provider.problem && (
            <span className={styles.needs}>needs a key</span>
          )}
        </span>
        {isIncomplete && (
          <Button isSmall aria-label={`Set up ${provider.name}`} onClick={() => onSettings(groupKey)}>
            Set up
          </Button>
        )}
      </div>
      {provider?.offBecause && <p className={styles.problem}>Switched off. {provider.offBecause}</p>}
      {provider?.problem && <p className={styles.problem}>{provider.problem}</p>}
      <div
        ref={rows}
        id={`${id}-list-${groupKey}`}
        role="listbox"
        aria-label={groupKey === 'agents' ? title : `Models: ${provider?.name ?? 'favourites'}`}
        tabIndex={-1}
        className={styles.rows}
        style={{ height: options.length * rowHeight }}
      >
        {options.map((option, index) => {
          const isActive = option.key === active;
          // The active row is always rendered: the field refers to it by id.
          if (!isActive && (index < from || index >= to)) return null;
          return (
            <ModelRow
              key={option.key}
              id={`${id}-${option.key}`}
              option={option}
              place={index}
              count={options.length}
              isActive={isActive}
              isChosen={option.ref === model}
              namesProvider={provider === null}
              onChoose={onChoose}
              onMark={onMark}
            />
          );
        })}
      </div>
    </div>
  );
}
