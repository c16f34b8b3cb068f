import { Check, Image, Lightbulb, type LucideIcon, Star, Wrench } from 'lucide-react';
import type { MouseEvent } from 'react';
import { isAgentRef } from '../../../shared/contract/agent-servers/agent-ref.ts';
import { classNames } from '../../base/class-names.ts';
import { ProviderIcon } from '../../base/controls/ProviderIcon.tsx';
import styles from './ModelPicker.module.css';
import { contextSize, type ModelOption, moreAgents } from './model-list.ts';
import { rowHeight } from './use-near-rows.ts';

export interface ModelRowProps {
  readonly id: string;
  readonly option: ModelOption;
  /** Index among the `count` rows of its group. */
  readonly place: number;
  readonly count: number;
  readonly isActive: boolean;
  readonly isChosen: boolean;
  /** Set among the favourites and the agents, which are of many. */
  readonly namesProvider: boolean;
  onChoose(model: string): void;
  onMark(option: ModelOption): void;
}

export function ModelRow({ id, option, place, count, isActive, isChosen, namesProvider, ...on }: ModelRowProps) {
  const { ref, name, info, isFavourite, canBeFavourite, of, icon } = option;
  const size = info ? contextSize(info.maxTokenCount) : '';
  const mark = (event: MouseEvent) => {
    event.stopPropagation();
    on.onMark(option);
  };
  return (
    // biome-ignore lint/a11y/useFocusableInteractive lint/a11y/useKeyWithClickEvents: the field holds focus and keyboard
    <div
      id={id}
      role="option"
      aria-selected={isActive}
      aria-posinset={place + 1}
      aria-setsize={count}
      className={classNames(styles.option, isActive && styles.active)}
      style={{ top: place * rowHeight, height: rowHeight }}
      onClick={() => on.onChoose(ref)}
    >
      <span className={styles.check}>{isChosen && <Check size={16} aria-label="chosen" />}</span>
      {namesProvider && <ProviderIcon icon={icon} />}
      <span className={styles.name} title={titleOf(option)}>
        {name}
      </span>
      {namesProvider && of !== '' && <span className={styles.of}>{of}</span>}
      {info && (
        <span className={styles.marks}>
          <Mark icon={Image} label="accepts images" isThere={info.capabilities.supportsImages} />
          <Mark icon={Wrench} label="uses tools" isThere={info.capabilities.supportsTools} />
          <Mark icon={Lightbulb} label="shows its thinking" isThere={info.capabilities.supportsThinking} />
        </span>
      )}
      {size !== '' && (
        <span className={styles.size} title={`Takes ${info?.maxTokenCount.toLocaleString('en')} tokens`}>
          {size}
        </span>
      )}
      {canBeFavourite && (
        // biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: the field has a key for it
        <span
          className={classNames(styles.star, isFavourite && styles.isFavourite)}
          title={isFavourite ? 'Remove from favourites' : 'Favourite'}
          onClick={mark}
        >
          <Star
            size={14}
            fill={isFavourite ? 'currentcolor' : 'none'}
            {...(isFavourite ? { 'aria-label': 'favourite' } : { 'aria-hidden': true })}
          />
        </span>
      )}
    </div>
  );
}

function titleOf({ ref, name, info }: ModelOption): string {
  if (info) return `${name} (${info.id})`;
  return ref === moreAgents || isAgentRef(ref) ? name : `${name} (the provider chooses)`;
}

interface MarkProps {
  readonly icon: LucideIcon;
  readonly label: string;
  readonly isThere: boolean;
}

/** A capability of a model. A missing one leaves its place empty, so that the marks form columns. */
const Mark = ({ icon: Icon, label, isThere }: MarkProps) => (
  <span className={styles.mark} title={isThere ? label : undefined}>
    {isThere && <Icon size={14} role="img" aria-label={label} />}
  </span>
);
