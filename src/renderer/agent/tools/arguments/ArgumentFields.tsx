import { useState } from 'react';
import { visibleText } from '../../../../shared/visible-text.ts';
import { languageOf } from '../../markdown/language-of.ts';
import { FoldedText } from '../FoldedText.tsx';
import { LiveOutput } from '../LiveOutput.tsx';
import styles from '../tools.module.css';
import { type ArgumentField, createArgumentReader } from './streamed-arguments.ts';

export interface ArgumentFieldsProps {
  /** JSON text as the model wrote it so far. */
  readonly input: string;
  readonly isComplete: boolean;
}

/** The arguments of a call, by field and as they stream in: the text of a file is shown as text, not as JSON. */
export function ArgumentFields({ input, isComplete }: ArgumentFieldsProps) {
  const [reader] = useState(createArgumentReader);
  const fields = reader.read(input);
  if (fields.length === 0) {
    return <p className={styles.quiet}>{isComplete ? 'No arguments.' : 'Receiving arguments…'}</p>;
  }
  const path = fields.find(({ name, isString }) => isString && name === 'path')?.text ?? '';
  return (
    <dl className={styles.fields}>
      {fields.map((field) => (
        <Field key={field.name} field={field} isComplete={isComplete} language={path ? languageOf(path) : ''} />
      ))}
    </dl>
  );
}

interface FieldProps {
  readonly field: ArgumentField;
  readonly isComplete: boolean;
  readonly language: string;
}

function Field({ field, isComplete, language }: FieldProps) {
  const { name, text, isString, isOpen } = field;
  const isShort = text.length <= 80 && !text.includes('\n');
  return (
    <div className={isShort ? styles.shortField : undefined}>
      <dt className={styles.fieldName}>{visibleText(name) || 'arguments'}</dt>
      <dd className={styles.fieldValue}>
        {isShort ? (
          <code className={styles.value}>{visibleText(text) || '""'}</code>
        ) : isOpen && !isComplete ? (
          <LiveOutput text={text} label={`${name}, as it arrives`} />
        ) : (
          <FoldedText text={text} language={isString ? language : 'json'} />
        )}
      </dd>
    </div>
  );
}
