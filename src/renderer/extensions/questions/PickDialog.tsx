import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react';
import { ChoiceLine } from '../../base/picker/ChoiceLine.tsx';
import { rank } from '../../base/picker/score.ts';
import { api } from '../../bridge.ts';
import dialogStyles from '../../dialogs/Dialog.module.css';
import { Dialog } from '../../dialogs/Dialog.tsx';
import { AskedBy, type QuestionOf } from './AskedBy.tsx';
import styles from './QuestionDialog.module.css';

const shownAtMost = 100;

/** One of a list. */
export function PickDialog({ question }: { readonly question: QuestionOf<'pick'> }) {
  const [text, setText] = useState('');
  const [at, setAt] = useState(0);
  const lines = useRef<HTMLDivElement>(null);
  const numbered = useMemo(() => question.items.map((item, index) => ({ item, index })), [question]);
  const found = useMemo(() => rank(numbered, ({ item }) => item.label, text, shownAtMost), [numbered, text]);
  useEffect(() => lines.current?.children[at]?.scrollIntoView({ block: 'nearest' }), [at]);
  const answer = (index: number | null) => void api.questions.answer(question.id, index);
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10 }[event.key];
    const chosen = found[at];
    if (event.key === 'Enter' && !event.nativeEvent.isComposing && chosen) answer(chosen.item.index);
    else if (step === undefined) return;
    else setAt(Math.min(Math.max(at + step, 0), Math.max(found.length - 1, 0)));
    event.preventDefault();
  };
  return (
    <Dialog title={question.title} width={520} anchor="top" onCancel={() => answer(null)}>
      <AskedBy question={question} />
      <input
        data-autofocus
        className={styles.input}
        value={text}
        placeholder={question.placeholder || 'Type to filter'}
        aria-label={question.title}
        spellCheck={false}
        role="combobox"
        aria-expanded={found.length > 0}
        aria-controls="pick-choices"
        aria-autocomplete="list"
        aria-activedescendant={found[at] ? `pick-${at}` : undefined}
        onChange={({ currentTarget }) => {
          setText(currentTarget.value);
          setAt(0);
        }}
        onKeyDown={onKeyDown}
      />
      <div ref={lines} id="pick-choices" role="listbox" aria-label={question.title} className={styles.lines}>
        {found.map(({ item: { item, index }, match }, place) => (
          <ChoiceLine
            key={index}
            id={`pick-${place}`}
            choice={{
              id: String(index),
              label: item.label,
              matched: match.positions,
              detail: item.description,
              choose: () => answer(index),
            }}
            isActive={place === at}
            onChoose={() => answer(index)}
          />
        ))}
      </div>
      <p role="status" className={dialogStyles.text}>
        {found.length === 0 && (question.items.length === 0 ? 'Nothing to choose from.' : 'No match.')}
      </p>
    </Dialog>
  );
}
