import { fail, ok, type Result } from '../../../shared/contract/errors.ts';
import type { ThreadEntry } from '../../../shared/contract/thread.ts';
import { oneLine } from '../../../shared/thread/one-line.ts';
import type { OpenThread } from './open-thread.ts';

const maxLabels = 20;
/** Characters. */
const longestLabel = 40;
const longestNote = 10_000;

/** Writes a note beside a prompt or an answer, or labels it. What is as it was adds nothing. */
export function annotateThread(
  thread: OpenThread,
  on: string,
  { note, labels }: { readonly note?: string; readonly labels?: readonly string[] },
): Result<null> {
  const { turns, branches, unprompted, notes, labels: present } = thread.view;
  const ids = [
    ...[...turns, ...branches].flatMap(({ promptId, answers }) => [promptId, ...answers.map(({ id }) => id)]),
    ...unprompted.map(({ id }) => id),
  ];
  if (!ids.includes(on)) return fail('invalid-request', 'This message is no longer in the thread.');
  const at = Date.now();
  const entries: ThreadEntry[] = [];
  if (note !== undefined) {
    if (note.length > longestNote) {
      return fail('invalid-request', `A note has at most ${longestNote} characters. Shorten it.`);
    }
    const text = note.trim() === '' ? '' : note;
    if (text !== (notes[on]?.text ?? '')) entries.push({ kind: 'note', at, on, text });
  }
  if (labels !== undefined) {
    const lines = labels.map((label) => oneLine(label, Number.MAX_SAFE_INTEGER)).filter((label) => label !== '');
    const wanted = [...new Set(lines)];
    const tooLong = wanted.find(({ length }) => length > longestLabel);
    if (tooLong !== undefined) {
      const shown = oneLine(tooLong, longestLabel);
      return fail('invalid-request', `A label has at most ${longestLabel} characters. Shorten “${shown}”.`);
    }
    if (wanted.length > maxLabels) {
      return fail('invalid-request', `A message has at most ${maxLabels} labels. Remove some.`);
    }
    if (wanted.join('\n') !== (present[on] ?? []).join('\n')) entries.push({ kind: 'labels', at, on, labels: wanted });
  }
  if (entries.length > 0) thread.append(entries);
  return ok(null);
}
