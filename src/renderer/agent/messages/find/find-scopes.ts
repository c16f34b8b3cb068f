import { isContent } from '../../../../shared/content/content-kinds.ts';
import type { ShellRunView } from '../../../../shared/contract/shell-run.ts';
import type {
  AnswerView,
  CommandReplyView,
  CompactionView,
  ThreadView,
  TurnView,
  UnpromptedAnswer,
} from '../../../../shared/contract/thread-view.ts';
import { asidesAfter } from '../../../../shared/thread/asides.ts';
import { shellOutput } from '../../../../shared/thread/shell-runs.ts';
import { terminalIds } from '../../agent-servers/calls/answer-context.ts';
import { blockBorder } from '../../markdown/shown-text.ts';
import { layoutOf } from '../content-layout.ts';
import { promptScope, shellScopes } from '../Piece.tsx';
import { groupScope, type WorkRun, workRuns, workScope } from '../work/work-runs.ts';
import { type FindScope, markdownScopes, plainScopes } from './text-scopes.ts';

/** All searchable texts of a thread, in the order in which they are shown. */
export function* findScopes(view: ThreadView): Generator<FindScope> {
  yield* afterPrompt(view, null);
  for (const turn of view.turns) {
    yield* scopesOfTurn(turn, view);
    yield* afterPrompt(view, turn.promptId);
  }
}

type Searched = TurnView | CommandReplyView | ShellRunView | UnpromptedAnswer | CompactionView;

/** Cached by view: a view stays the same object while nothing in it changes. */
const known = new WeakMap<Searched, readonly FindScope[]>();

function once<T extends Searched>(of: T, make: (of: T) => Iterable<FindScope>) {
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
  yield* plainScopes({ scope: promptScope(turn.promptId), message, folds: [] }, turn.text);
  for (const answer of turn.answers) {
    yield* scopesOfAnswer(answer, message, answer === turn.answers.at(-1) ? [] : [answer.id]);
  }
}

function* scopesOfAnswer({ id, parts }: AnswerView, message: string, folds: readonly string[]): Generator<FindScope> {
  const folded = foldedPlaces(parts);
  for (const [index, part] of parts.entries()) {
    if (!isContent(part)) continue;
    const place = folded.get(index);
    const around = place ? [...folds, workScope(id, place.run.from), groupScope(id, place.run.from, place.at)] : folds;
    yield* layoutOf(part.type).scopes(part, { scope: `${id}/${index}`, message, folds: around });
  }
}

/** The work that a part is folded with. */
interface FoldedPlace {
  readonly run: WorkRun;
  /** Index of the part that shows it. */
  readonly at: number;
}

/** By the part's index. A terminal is where the call is that shows it. */
function foldedPlaces(parts: AnswerView['parts']): ReadonlyMap<number, FoldedPlace> {
  const places = new Map<number, FoldedPlace>();
  const ofTerminals = new Map<string, FoldedPlace | undefined>();
  for (const run of workRuns(parts)) {
    if (run.isFolded) for (let at = run.from; at < run.to; at++) places.set(at, { run, at });
  }
  for (const [at, part] of parts.entries()) {
    if (part.type !== 'agent-call') continue;
    for (const id of terminalIds(part.call)) if (!ofTerminals.has(id)) ofTerminals.set(id, places.get(at));
  }
  for (const [at, part] of parts.entries()) {
    if (part.type !== 'agent-terminal' || !ofTerminals.has(part.terminal.id)) continue;
    const place = ofTerminals.get(part.terminal.id);
    if (place) places.set(at, place);
    else places.delete(at);
  }
  return places;
}

function* afterPrompt(view: ThreadView, promptId: string | null): Generator<FindScope> {
  for (const { type, of } of asidesAfter(view, promptId)) {
    if (type === 'shell-run') yield* once(of, scopesOfRun);
    else if (type === 'unprompted') yield* once(of, (answer) => scopesOfAnswer(answer, answer.id, []));
    else yield* once(of, ({ id, text }) => markdownScopes({ scope: id, message: id, folds: [] }, text));
  }
  for (const compaction of view.compactions) {
    if (compaction.promptId === promptId)
      yield* once(compaction, ({ id, text }) => markdownScopes({ scope: id, message: id, folds: [id] }, text));
  }
}

function* scopesOfRun(run: ShellRunView): Generator<FindScope> {
  const scopes = shellScopes(run.id);
  yield { id: scopes.command, message: run.id, folds: [], text: () => run.command };
  yield { id: scopes.output, message: run.id, folds: [], text: () => shellOutput(run) };
}

function* annotations(on: string, message: string, view: ThreadView): Generator<FindScope> {
  const note = view.notes[on]?.text;
  const labels = view.labels[on] ?? [];
  if (note) yield { id: `note ${on}`, message, folds: [], text: () => note };
  if (labels.length > 0) yield { id: `labels ${on}`, message, folds: [], text: () => labels.join(blockBorder) };
}
