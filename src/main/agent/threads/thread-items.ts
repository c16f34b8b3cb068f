import { type ContentPart, contentWords, isContent } from '../../../shared/content/content-kinds.ts';
import { callAsRun } from '../../../shared/content/tool-result.ts';
import type { ThreadCall, ThreadItem } from '../../../shared/contract/extension-api/extension-threads.ts';
import type { ShellRunView } from '../../../shared/contract/shell-run.ts';
import type { AnswerEnd } from '../../../shared/contract/thread.ts';
import type { AnswerView, CommandReplyView, ThreadView } from '../../../shared/contract/thread-view.ts';
import { longestDetails } from '../../../shared/contract/tool.ts';
import { type Aside, asidesAfter } from '../../../shared/thread/asides.ts';
import { shellOutput } from '../../../shared/thread/shell-runs.ts';
import { standingParts } from '../../../shared/thread/standing-parts.ts';

/** Characters: of one text, of one in a call, of all calls of an answer, of a whole list. */
const longest = { text: 100_000, ofCall: 10_000, calls: 1_000_000, list: 2_000_000 };

/** An item by its id; it is made only if it is wanted, as answers are long. */
interface Place {
  readonly id: string;
  readonly isMessage: boolean;
  make(): ThreadItem;
}

/**
 * What a thread shows, as extensions are told it: the newest items, oldest first.
 * @param before the id of an item: only what comes before it; one that is not there is none
 */
export function threadItems(
  view: ThreadView,
  { limit, before, all }: { readonly limit: number; readonly before?: string | undefined; readonly all: boolean },
): ThreadItem[] {
  const places = placesOf(view).filter(({ isMessage }) => all || isMessage);
  const end =
    before === undefined
      ? places.length
      : Math.max(
          0,
          places.findIndex(({ id }) => id === before),
        );
  const items: ThreadItem[] = [];
  let left = longest.list;
  for (const place of places.slice(Math.max(0, end - limit), end).reverse()) {
    const item = place.make();
    left -= sizeOf(item);
    if (left < 0 && items.length > 0) break;
    items.unshift(item);
  }
  return items;
}

/** Prompts and answers that are shown. */
export const messageCount = ({ turns, unprompted }: ThreadView): number =>
  turns.reduce((count, { answers }) => count + 1 + Math.min(1, answers.length), unprompted.length);

function placesOf(view: ThreadView): Place[] {
  const asides = (promptId: string | null): Place[] =>
    asidesAfter(view, promptId).map((aside) => ({
      id: aside.of.id,
      isMessage: aside.type === 'unprompted',
      make: () => asideItem(aside, view),
    }));
  const places = asides(null);
  for (const { promptId, at, text, images = [], answers } of view.turns) {
    const beside = besideOf(view, promptId);
    places.push({
      id: promptId,
      isMessage: true,
      make: () => ({ id: promptId, at, ...cut(text), ...beside, type: 'prompt', images: images.length }),
    });
    const answer = answers.at(-1);
    if (answer) places.push({ id: answer.id, isMessage: true, make: () => itemOf(answer, view) });
    for (const summary of view.compactions) {
      if (summary.promptId !== promptId) continue;
      const { id, at: summedAt, text: sum } = summary;
      places.push({ id, isMessage: false, make: () => ({ id, at: summedAt, ...cut(sum), type: 'summary' }) });
    }
    places.push(...asides(promptId));
  }
  return places;
}

function asideItem({ type, of }: Aside, view: ThreadView): ThreadItem {
  switch (type) {
    case 'reply':
      return replyItem(of);
    case 'shell-run':
      return shellItem(of);
    case 'unprompted':
      return itemOf(of, view);
  }
}

const replyItem = ({ id, at, text, command, extensionName }: CommandReplyView): ThreadItem => ({
  ...{ id, at, ...cut(text) },
  ...{ type: 'reply', command, extensionName },
});

const shellItem = (run: ShellRunView): ThreadItem => ({
  ...{ id: run.id, at: run.at, ...cut(shellOutput(run)) },
  ...{ type: 'command', command: run.command, isTold: run.isTold },
  exitCode: run.end?.type === 'done' ? run.end.exitCode : null,
});

/** @param room for characters of all calls together */
export function callItem(
  { toolUse, run }: ContentPart<'tool-use'>,
  room = { left: Number.POSITIVE_INFINITY },
): ThreadCall {
  const taken = (words: string, most: number): string => {
    const some = words.slice(0, Math.min(most, room.left));
    room.left -= some.length;
    return some;
  };
  const state = run?.state;
  const input = taken(callAsRun(toolUse, run).input, longest.ofCall);
  const said = state?.type === 'done' ? state.output : run?.live;
  const output = said === undefined ? undefined : taken(said, longest.ofCall);
  // Part of a JSON text is none.
  const hasDetails = state?.type === 'done' && state.details !== undefined && state.details.length <= room.left;
  return {
    id: toolUse.id,
    name: toolUse.name,
    input,
    ...(output !== undefined && { output }),
    ...(hasDetails && { details: taken(state.details ?? '', longestDetails) }),
    isError: state?.type === 'failed' || state?.type === 'denied' || (state?.type === 'done' && state.isError),
  };
}

function itemOf({ id, startedAt: at, model, parts, end }: AnswerView, view: ThreadView): ThreadItem {
  const said = standingParts(parts).filter(isContent);
  const room = { left: longest.calls };
  const calls = said.flatMap((part) => (part.type === 'tool-use' ? [callItem(part, room)] : []));
  const text = cut(said.map(contentWords).join(''));
  return { id, at, ...text, ...besideOf(view, id), type: 'answer', model, calls, ...(end && { end: endOf(end) }) };
}

const endOf = (end: AnswerEnd) =>
  end.type === 'stop' ? end.reason : end.type === 'stopped-by-person' ? 'stopped' : 'failed';

function besideOf({ notes, labels }: ThreadView, id: string): Pick<ThreadItem, 'note' | 'labels'> {
  const note = Object.hasOwn(notes, id) ? notes[id] : undefined;
  const own = Object.hasOwn(labels, id) ? labels[id] : undefined;
  return { ...(note && { note: note.text }), ...(own && own.length > 0 && { labels: own }) };
}

const cut = (text: string): Pick<ThreadItem, 'text' | 'isCut'> =>
  text.length <= longest.text ? { text } : { text: text.slice(0, longest.text), isCut: true };

const sizeOf = (item: ThreadItem): number =>
  item.text.length +
  (item.note?.length ?? 0) +
  ('command' in item ? item.command.length : 0) +
  (item.type === 'answer'
    ? item.calls.reduce(
        (sum, { input, output = '', details = '' }) => sum + input.length + output.length + details.length,
        0,
      )
    : 0);
