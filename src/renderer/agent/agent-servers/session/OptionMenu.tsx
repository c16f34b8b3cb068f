import { Check, ChevronDown } from 'lucide-react';
import { useState } from 'react';
import type { AgentOption, AgentOptionValue } from '../../../../shared/contract/agent-servers/agent-session.ts';
import { visibleName } from '../../../../shared/visible-text.ts';
import { Menu, type MenuHeading, type MenuItem } from '../../../base/controls/Menu.tsx';
import { focusComposer } from '../../composer/focus.ts';
import styles from './session.module.css';

export interface OptionMenuProps {
  readonly option: AgentOption;
  /** The name of the option stands before its value, which alone does not tell what it is of. */
  readonly isNamed?: boolean;
  /** @returns when the agent has taken or refused it */
  onSet(value: string | boolean): Promise<unknown>;
}

/** Something that the agent lets the person choose: names the present value, and opens the list of all; a switch turns. */
export function OptionMenu({ option, isNamed = false, onSet }: OptionMenuProps) {
  const [button, setButton] = useState<HTMLButtonElement | null>(null);
  const [isOpen, setOpen] = useState(false);
  /** What was asked for, while the agent has not answered. */
  const [wanted, setWanted] = useState<string | boolean | null>(null);
  const set = (value: string | boolean) => {
    if (value === option.value || wanted !== null) return;
    setWanted(value);
    void onSet(value).finally(() => setWanted(null));
  };
  const name = visibleName(option.name);
  const value = wanted ?? option.value;
  if (typeof option.value === 'boolean') {
    return (
      <button
        type="button"
        className={styles.option}
        aria-pressed={value === true}
        aria-busy={wanted !== null}
        title={option.description ?? name}
        onClick={() => set(value !== true)}
      >
        {value === true && <Check size={12} aria-hidden />}
        {name}
      </button>
    );
  }
  const shown = shownValue(option, value);
  return (
    <>
      <button
        ref={setButton}
        type="button"
        className={styles.option}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-busy={wanted !== null}
        aria-label={`${name}: ${shown}`}
        title={option.description ? `${name}: ${option.description}` : name}
        // The keyboard stays in the menu until the button closes it.
        onPointerDown={(event) => isOpen && event.preventDefault()}
        onClick={() => setOpen(!isOpen)}
      >
        <span className={styles.optionValue}>{isNamed ? `${name}: ${shown}` : shown}</span>
        <ChevronDown size={12} aria-hidden />
      </button>
      {isOpen && button && (
        <Menu
          label={name}
          items={itemsOf(option.values, option.value, (chosen) => {
            focusComposer();
            set(chosen);
          })}
          at={button}
          onClose={(refocuses) => {
            setOpen(false);
            if (refocuses) button.focus({ preventScroll: true });
          }}
        />
      )}
    </>
  );
}

/** A value in the agent's word for it. */
const shownValue = ({ values }: AgentOption, value: string | boolean): string =>
  visibleName(values.find((each) => each.value === value)?.name ?? String(value));

/** Whether another option has a value that begins with the same word: of two that are “Default”, neither tells what it is of. */
export function isAmbiguous(option: AgentOption, options: readonly AgentOption[]): boolean {
  const word = (one: AgentOption) => shownValue(one, one.value).split(' ')[0];
  const menus = options.filter(({ value }) => typeof value !== 'boolean');
  return menus.includes(option) && menus.some((other) => other !== option && word(other) === word(option));
}

/** The values in the agent's order, each group under its heading. */
export function itemsOf(
  values: readonly AgentOptionValue[],
  present: string | boolean,
  choose: (value: string) => void,
): (MenuItem | MenuHeading)[] {
  return values.flatMap(({ value, name, description, group }, index) => {
    const isFirst = group !== undefined && group !== values[index - 1]?.group;
    const item: MenuItem = {
      id: value,
      label: visibleName(name),
      ...(description && { detail: description }),
      isChosen: value === present,
      run: () => choose(value),
    };
    return isFirst ? [{ heading: visibleName(group) }, item] : [item];
  });
}
