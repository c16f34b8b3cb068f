import { useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { drawChip } from '../mentions/draw-chip.ts';
import { openMention } from '../mentions/open-mention.ts';
import { createFieldEditor, type FieldEditor, type FieldEvents } from './field-editor.ts';
import { setComposerFocus } from './focus.ts';
import { setInsertion } from './insert.ts';
import styles from './MessageField.module.css';
import { asSafeText } from './paste.ts';
import { platform } from './platform.ts';

export interface MessageFieldProps extends Omit<FieldEvents, 'opened'> {
  readonly threadId: string | null;
  readonly text: string;
  readonly placeholder: string;
  readonly attributes: Readonly<Record<string, string>>;
  /** null: unmounted. */
  onField(field: FieldEditor | null): void;
}

export function MessageField(props: MessageFieldProps) {
  const { threadId, text, placeholder, attributes } = props;
  const host = useRef<HTMLDivElement>(null);
  const [field, setField] = useState<FieldEditor | null>(null);
  const onField = useEffectEvent(props.onField);
  const changed = useEffectEvent(props.changed);
  const keyPressed = useEffectEvent(props.keyPressed);
  const pasted = useEffectEvent(props.pasted);
  const typed = useEffectEvent(props.typed);
  const focusChanged = useEffectEvent(props.focusChanged);

  useLayoutEffect(() => {
    if (!host.current) return;
    const own = createFieldEditor(host.current, {
      platform,
      draw: drawChip,
      taken: asSafeText,
      placeholder,
      events: {
        changed: (...parameters) => changed(...parameters),
        keyPressed: (event) => keyPressed(event),
        pasted: (...parameters) => pasted(...parameters),
        typed: (own) => typed(own),
        focusChanged: (isFocused) => focusChanged(isFocused),
        opened: ({ target, label }) => openMention(target, label),
      },
    });
    setField(own);
    onField(own);
    setComposerFocus(() => own.view.focus());
    setInsertion((words) => own.insert(words));
    return () => {
      setComposerFocus(null);
      setInsertion(null);
      onField(null);
      own.destroy();
    };
  }, [placeholder]);
  useLayoutEffect(() => field?.show(threadId, text), [field, threadId, text]);
  const written = JSON.stringify(attributes);
  useLayoutEffect(() => field?.setAttributes(JSON.parse(written)), [field, written]);

  return <div ref={host} className={styles.field} />;
}
