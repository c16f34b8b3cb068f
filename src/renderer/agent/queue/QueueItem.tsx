import { ArrowUp, GripVertical, Image, Pencil, X } from 'lucide-react';
import { type DragEvent, type KeyboardEvent, useEffect, useRef } from 'react';
import type { QueuedMessage } from '../../../shared/contract/thread-view.ts';
import { classNames } from '../../base/class-names.ts';
import { Button } from '../../base/controls/Button.tsx';
import { IconButton } from '../../base/controls/IconButton.tsx';
import { useKeyboardHome } from '../panel/use-keyboard-home.ts';
import { plainMessage } from './format-queue.ts';
import styles from './Queue.module.css';

export interface QueueItemProps {
  readonly message: QueuedMessage;
  /** From 1. */
  readonly place: number;
  readonly count: number;
  readonly isDragged: boolean;
  /** The edited text; undefined while it is not being edited. */
  readonly edit: string | undefined;
  onEdit(text: string): void;
  onCancelEdit(): void;
  onSaveEdit(): void;
  onMove(step: -1 | 1): void;
  onRemove(): void;
  onSendNow(): void;
  onDragStart(): void;
  onDragOver(): void;
  onDragEnd(): void;
}

export function QueueItem(props: QueueItemProps) {
  const { message, place, count, edit } = props;
  const name = `message ${place} of ${count}`;
  const item = useRef<HTMLLIElement>(null);
  // The item unmounts when its turn has come.
  useKeyboardHome(item);
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (!event.altKey || step === undefined || edit !== undefined) return;
    event.preventDefault();
    props.onMove(step === -1 ? -1 : 1);
  };
  const onDragStart = (event: DragEvent) => {
    event.dataTransfer.setData('text/plain', message.text);
    event.dataTransfer.effectAllowed = 'move';
    props.onDragStart();
  };
  return (
    <li
      ref={item}
      className={classNames(styles.item, props.isDragged && styles.dragged)}
      draggable={edit === undefined}
      onKeyDown={onKeyDown}
      onDragStart={onDragStart}
      onDragOver={(event) => {
        event.preventDefault();
        props.onDragOver();
      }}
      onDrop={(event) => event.preventDefault()}
      onDragEnd={props.onDragEnd}
    >
      <button
        type="button"
        className={styles.handle}
        aria-label={`Move ${name}`}
        aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
        title="Drag, or Alt+Up and Alt+Down"
      >
        <GripVertical size={14} aria-hidden />
      </button>
      {edit === undefined ? (
        <>
          <p className={styles.text}>{plainMessage(message)}</p>
          {message.images && message.images.length > 0 && (
            <span className={styles.images} title={`${message.images.length} attached`}>
              <Image size={14} aria-label="With images" />
            </span>
          )}
          <IconButton label={`Edit ${name}`} onClick={() => props.onEdit(message.text)}>
            <Pencil size={14} />
          </IconButton>
          <IconButton label={`Send ${name} now`} onClick={props.onSendNow}>
            <ArrowUp size={16} />
          </IconButton>
          <IconButton label={`Remove ${name}`} onClick={props.onRemove}>
            <X size={16} />
          </IconButton>
        </>
      ) : (
        <QueueField {...props} name={name} text={edit} />
      )}
    </li>
  );
}

interface QueueFieldProps extends Pick<QueueItemProps, 'onEdit' | 'onCancelEdit' | 'onSaveEdit'> {
  readonly name: string;
  readonly text: string;
}

function QueueField({ name, text, onEdit, onCancelEdit, onSaveEdit }: QueueFieldProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    field.current?.focus();
    field.current?.setSelectionRange(field.current.value.length, field.current.value.length);
  }, []);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Escape') onCancelEdit();
    else if (event.key === 'Enter' && !event.shiftKey) onSaveEdit();
    else return;
    event.preventDefault();
  };
  return (
    <div className={styles.editing}>
      <textarea
        ref={field}
        className={styles.field}
        aria-label={`Text of ${name}`}
        value={text}
        onChange={({ currentTarget }) => onEdit(currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <div className={styles.buttons}>
        <Button title="Save (Enter)" onClick={onSaveEdit}>
          Save
        </Button>
        <Button title="Cancel (Esc)" onClick={onCancelEdit}>
          Cancel
        </Button>
      </div>
    </div>
  );
}
