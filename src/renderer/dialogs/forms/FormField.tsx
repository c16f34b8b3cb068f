import { useId } from 'react';
import type { ElicitationField, ElicitationValue } from '../../../shared/contract/agent-servers/elicitation.ts';
import { visibleText } from '../../../shared/visible-text.ts';
import styles from './AgentForm.module.css';

export interface FormFieldProps {
  readonly field: ElicitationField;
  readonly typed: ElicitationValue;
  /** It gets the focus. */
  readonly isFirst: boolean;
  readonly problem: string | undefined;
  onType(value: ElicitationValue): void;
}

/** A field of an agent's form, with its name, what it is for and what is wrong with it. */
export function FormField(props: FormFieldProps) {
  const { field, problem } = props;
  const id = useId();
  const isSwitch = field.takes.type === 'switch';
  const title = visibleText(field.title) + (field.isRequired || isSwitch ? '' : ' (optional)');
  const isGroup = field.takes.type === 'choices';
  const about = [field.description && `${id}-about`, problem && `${id}-problem`].filter(Boolean).join(' ');
  const Frame = isGroup ? 'fieldset' : 'div';
  const Title = isGroup ? 'legend' : 'label';
  return (
    <Frame className={styles.field} aria-describedby={isGroup && about !== '' ? about : undefined}>
      {!isSwitch && (
        <Title className={styles.title} {...(!isGroup && { htmlFor: id })}>
          {title}
        </Title>
      )}
      <Control {...props} id={id} title={title} about={about} />
      {field.description && (
        <p id={`${id}-about`} className={styles.about}>
          {visibleText(field.description)}
        </p>
      )}
      {problem && (
        <p id={`${id}-problem`} className={styles.problem}>
          {problem}
        </p>
      )}
    </Frame>
  );
}

interface ControlProps extends FormFieldProps {
  readonly id: string;
  readonly title: string;
  /** Ids of what describes it. */
  readonly about: string;
}

function Control({ field, typed, isFirst, problem, onType, id, title, about }: ControlProps) {
  const { takes, name } = field;
  const attributes = {
    'data-field': name,
    'data-autofocus': isFirst || undefined,
    'aria-describedby': about || undefined,
    'aria-invalid': problem !== undefined,
  };
  switch (takes.type) {
    case 'text':
    case 'number':
      return (
        <input
          {...attributes}
          id={id}
          className={styles.input}
          inputMode={takes.type === 'number' ? 'decimal' : undefined}
          aria-required={field.isRequired}
          spellCheck={takes.type === 'text' && takes.format === undefined}
          autoComplete="off"
          value={String(typed)}
          onChange={({ currentTarget }) => onType(currentTarget.value)}
        />
      );
    case 'switch':
      return (
        <label className={styles.option}>
          <input
            {...attributes}
            type="checkbox"
            checked={typed === true}
            onChange={({ currentTarget }) => onType(currentTarget.checked)}
          />
          {title}
        </label>
      );
    case 'choice':
      return (
        <select
          {...attributes}
          id={id}
          className={styles.input}
          aria-required={field.isRequired}
          value={String(typed)}
          onChange={({ currentTarget }) => onType(currentTarget.value)}
        >
          {(typed === '' || !field.isRequired) && <option value="">–</option>}
          {takes.options.map((option) => (
            <option key={option.value} value={option.value}>
              {visibleText(option.title)}
            </option>
          ))}
        </select>
      );
    case 'choices': {
      const chosen: readonly string[] = Array.isArray(typed) ? typed : [];
      return takes.options.map(({ value, title: its }, at) => (
        <label key={value} className={styles.option}>
          <input
            {...(at === 0 && { ...attributes, 'aria-describedby': undefined })}
            type="checkbox"
            checked={chosen.includes(value)}
            onChange={({ currentTarget }) =>
              onType(currentTarget.checked ? [...chosen, value] : chosen.filter((one) => one !== value))
            }
          />
          {visibleText(its)}
        </label>
      ));
    }
  }
}
