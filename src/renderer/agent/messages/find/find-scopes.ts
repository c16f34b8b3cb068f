import type {
  AnswerView,
  CommandReplyView,
  CompactionView,
  ThreadView,
  TurnView,
} from '../../../../shared/contract/thread.ts';
import { groupBlocks } from '../../markdown/blocks/group-blocks.ts';
import { type Links, readDefinitions } from '../../markdown/blocks/lex-block.ts';
import { type Block, splitBlocks } from '../../markdown/blocks/split-blocks.ts';
import { blockBorder, plainText } from '../../markdown/plain-text.ts';
import { cutLines } from '../cut-lines.ts';
import { promptScope } from '../Piece.tsx';

/** A stretch of the conversation that is searched by itself, and where it is drawn. */
export interface FindScope {
  /** Of the piece or the element (`data-find`) that shows it. */
  readonly id: string;
  /** The message: the piece that holds it. */
  readonly message: string;
  /** What is opened first, from the outside in (`data-fold`). */
  readonly folds: readonly string[];
  text(): string;
}

/** Everything that a person can find in a thread, in the order in which it stands there. */
export function* findScopes(view: ThreadView): Generator<FindScope> {
  yield* afterPrompt(view, null);
  for (const turn of view.turns) {
    yield* scopesOfTurn(turn, view);
    yield* afterPrompt(view, turn.promptId);
  }
}

/** Views of turns stay the same objects while nothing in them changes. */
const known = new WeakMap<TurnView | CommandReplyView | CompactionView, readonly FindScope[]>();

function once<T extends TurnView | CommandReplyView | CompactionView>(of: T, make: (of: T) => Iterable<FindScope>) {
  const scopes = known.get(of) ?? [...make(of)];
  known.set(of, scopes);
  return scopes;
}

function* scopesOfTurn(turn: TurnView, view: ThreadView): Generator<FindScope> {
  yield* once(turn, scopesIn);
  const message = messageOf(turn);
  for (const id of [turn.promptId, ...turn.answers.map((answer) => answer.id)]) {
    yield* annotations(id, message, view);
  }
}

const messageOf = ({ promptId, versions }: TurnView): string => versions[0] ?? promptId;

function* scopesIn(turn: TurnView): Generator<FindScope> {
  const message = messageOf(turn);
  yield* plain(promptScope(turn.promptId), message, [], turn.text);
  for (const answer of turn.answers) {
    yield* scopesOfAnswer(answer, message, answer === turn.answers.at(-1) ? [] : [answer.id]);
  }
}

function* scopesOfAnswer({ id, parts }: AnswerView, message: string, folds: readonly string[]): Generator<FindScope> {
  for (const [index, part] of parts.entries()) {
    const scope = `${id}/${index}`;
    if (part.type === 'text') yield* markdown(scope, message, folds, part.text);
    else if (part.type === 'thinking') yield* plain(scope, message, [...folds, scope], part.text);
    else if (part.type === 'tool-use') {
      const { state } = part.run ?? {};
      const output = state?.type === 'done' ? state.output : (part.run?.live ?? '');
      const text = () => `${part.toolUse.input}${blockBorder}${output}`;
      yield { id: scope, message, folds: [...folds, scope], text };
    }
  }
}

function* afterPrompt({ replies, compactions }: ThreadView, promptId: string | null): Generator<FindScope> {
  for (const reply of replies) {
    if (reply.afterPromptId === promptId) yield* once(reply, ({ id, text }) => markdown(id, id, [], text));
  }
  for (const compaction of compactions) {
    if (compaction.promptId === promptId) yield* once(compaction, ({ id, text }) => markdown(id, id, [id], text));
  }
}

function* annotations(on: string, message: string, view: ThreadView): Generator<FindScope> {
  const note = view.notes[on]?.text;
  const labels = view.labels[on] ?? [];
  if (note) yield { id: `note ${on}`, message, folds: [], text: () => note };
  if (labels.length > 0) yield { id: `labels ${on}`, message, folds: [], text: () => labels.join(blockBorder) };
}

/** As `LongText` draws it. */
function* plain(scope: string, message: string, folds: readonly string[], whole: string): Generator<FindScope> {
  const stretches = cutLines(whole);
  for (const { at, text } of stretches) {
    const id = stretches.length === 1 ? scope : `${scope}/text ${at}`;
    yield { id, message, folds, text: () => text };
  }
}

/** As `Markdown` draws it. */
function* markdown(scope: string, message: string, folds: readonly string[], text: string): Generator<FindScope> {
  const { closed, open } = splitBlocks(text);
  const blocks: readonly Block[] = open ? [...closed, open] : closed;
  let known: Links | undefined;
  const links = () => {
    known ??= readDefinitions(blocks);
    return known;
  };
  for (const group of groupBlocks(blocks, [])) {
    const read = () => group.map((block) => plainText(block, links())).join(blockBorder);
    yield { id: `${scope}/${group[0]?.at}`, message, folds, text: read };
  }
}
