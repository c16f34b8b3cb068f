import { useEffect, useRef, useState } from 'react';
import type { QueuedMessage } from '../../../shared/contract/thread-view.ts';
import { asMessageDraft } from '../../../shared/typed-shell.ts';
import { Button } from '../../base/controls/Button.tsx';
import { focusComposer } from '../composer/focus.ts';
import panel from '../panel/AgentPanel.module.css';
import { agent, useThread } from '../threads/agent.ts';
import { isBusy } from '../threads/agent-state.ts';
import { formatCount, holdUp, moved } from './format-queue.ts';
import styles from './Queue.module.css';
import { QueueItem } from './QueueItem.tsx';
import { dropEdit, isUnsaved, putEdit, type QueueEdit, useQueueEdits } from './queue-edits.ts';

/** Messages that wait until the answer has ended. */
export function Queue() {
  const queue = useThread(({ view }) => view.queue);
  const threadId = useThread((state) => state.threadId);
  const reason = useThread(({ view }) => holdUp(view));
  const busy = useThread(isBusy);
  const edits = useQueueEdits((state) => state.edits);
  const list = useRef<HTMLOListElement>(null);
  const [said, setSaid] = useState('');
  /** The requested order, until main has told it. */
  const [wanted, setWanted] = useState<readonly string[] | null>(null);
  const [dragged, setDragged] = useState<string | null>(null);
  const waits = useQueueWaits(queue.length > 0, busy, reason !== undefined);
  useRescuedEdits(threadId, queue, edits);

  const known = new Map(queue.map((message) => [message.id, message]));
  const ids = wanted?.filter((id) => known.has(id)) ?? [...known.keys()];
  const shown = ids.length === known.size ? ids : [...known.keys()];
  const counted = useRef({ threadId, count: queue.length });
  useEffect(() => {
    const { current } = counted;
    if (current.threadId === threadId && queue.length > current.count) setSaid(`Queued. ${formatCount(queue.length)}.`);
    counted.current = { threadId, count: queue.length };
  }, [threadId, queue.length]);

  const order = async (next: readonly string[], words: string) => {
    setWanted(next);
    if (await agent.queue.order(next)) setSaid(words);
    setWanted(null);
  };
  const move = (id: string, step: -1 | 1) => {
    const next = moved(shown, id, step);
    if (next !== shown) void order(next, `Moved to place ${next.indexOf(id) + 1} of ${next.length}.`);
  };
  const remove = (id: string) => {
    const next = shown.filter((each) => each !== id);
    void order(next, next.length === 0 ? 'Removed. The queue is empty.' : `Removed. ${formatCount(next.length)}.`);
    const buttons = list.current?.querySelectorAll<HTMLElement>('button[aria-label^="Remove"]');
    const neighbour = buttons?.[shown.indexOf(id) + 1] ?? buttons?.[shown.indexOf(id) - 1];
    if (neighbour) neighbour.focus();
    else focusComposer();
  };
  const save = async (id: string) => {
    const message = known.get(id);
    const edit = edits[id];
    if (!message || !edit) return;
    if (edit.text.trim() === '' && !message.images?.length) return remove(id);
    // At once, not when main has the change: text typed next would be lost with the field, and the focus may be elsewhere then.
    focusComposer();
    if (edit.text !== message.text && !(await agent.queue.edit(message, edit.text))) return;
    // Unless it was edited again meanwhile.
    if (useQueueEdits.getState().edits[id]?.text === edit.text) dropEdit(id);
    setSaid('Changed.');
  };
  const cancelEdit = (id: string) => {
    dropEdit(id);
    focusComposer();
  };
  const sendNow = (id: string) => {
    focusComposer();
    void agent.queue.sendNow(id);
  };
  const [first] = shown;

  return (
    <>
      <p role="status" className={panel.hidden}>
        {said}
      </p>
      {threadId !== null && first !== undefined && (
        <section className={styles.queue} aria-label="Queued messages">
          <div className={styles.head}>
            <h3 className={styles.title}>
              {waits ? [reason, `${formatCount(shown.length)}.`].filter(Boolean).join(' ') : formatCount(shown.length)}
            </h3>
            {waits && <Button onClick={() => sendNow(first)}>Send queued</Button>}
          </div>
          <ol ref={list} className={styles.list}>
            {shown.flatMap((id, index) => {
              const message = known.get(id);
              if (!message) return [];
              const before = edits[id]?.before ?? message.text;
              return (
                <QueueItem
                  key={id}
                  message={message}
                  place={index + 1}
                  count={shown.length}
                  isDragged={dragged === id}
                  edit={edits[id]?.text}
                  onEdit={(text) => putEdit(id, { threadId, text, before })}
                  onCancelEdit={() => cancelEdit(id)}
                  onSaveEdit={() => void save(id)}
                  onMove={(step) => move(id, step)}
                  onRemove={() => remove(id)}
                  onSendNow={() => sendNow(id)}
                  onDragStart={() => setDragged(id)}
                  onDragOver={() => {
                    if (dragged !== null && dragged !== id)
                      setWanted(moved(shown, dragged, index - shown.indexOf(dragged)));
                  }}
                  onDragEnd={() => {
                    setDragged(null);
                    if (wanted) void order(shown, `Moved to place ${shown.indexOf(id) + 1} of ${shown.length}.`);
                  }}
                />
              );
            })}
          </ol>
        </section>
      )}
    </>
  );
}

/** Milliseconds within which an answer that ended well is followed by the next message. */
const soon = 1500;

/** Whether the queue waits for the person, because no answer is running that it could follow. */
function useQueueWaits(hasMessages: boolean, isBusy: boolean, isHeldUp: boolean): boolean {
  const [isLate, setLate] = useState(false);
  const isIdle = hasMessages && !isBusy;
  useEffect(() => {
    if (!isIdle) return setLate(false);
    const timer = setTimeout(() => setLate(true), soon);
    return () => clearTimeout(timer);
  }, [isIdle]);
  return isIdle && (isHeldUp || isLate);
}

/** Moves an unsaved edit into the composer when its message was sent meanwhile. */
function useRescuedEdits(
  threadId: string | null,
  queue: readonly QueuedMessage[],
  edits: Readonly<Record<string, QueueEdit>>,
): void {
  useEffect(() => {
    for (const [id, edit] of Object.entries(edits)) {
      if (edit.threadId !== threadId || queue.some((message) => message.id === id)) continue;
      dropEdit(id);
      if (!isUnsaved(edit)) continue;
      const { draft } = agent.thread();
      agent.setDraft([draft, asMessageDraft(edit.text)].filter(Boolean).join('\n'));
      const text = 'The message was sent before you saved your change. Your text is in the message field.';
      agent.setLocalReply({ title: 'Sent without your change', lines: [{ text }] });
    }
  }, [threadId, queue, edits]);
}
