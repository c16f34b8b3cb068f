import {
  type ChangeSet,
  type Extension,
  type RangeSet,
  RangeSetBuilder,
  StateEffect,
  StateField,
} from '@codemirror/state';
import { Decoration, EditorView, ViewPlugin, type ViewUpdate } from '@codemirror/view';
import type { ContributedLanguage } from '../../../shared/contract/languages/contributed-language.ts';
import type { Highlighted, HighlightRequest } from '../../../shared/contract/languages/highlight.ts';
import { maxHighlightedLength, mostChangesAtOnce } from '../../../shared/contract/languages/highlight-limits.ts';
import { codeTags } from '../../../shared/contract/themes/code-tags.ts';
import { api } from '../../bridge.ts';
import { classOf } from '../display/code-style.ts';
import { documentKey } from '../editor-setup.ts';
import { useEditorFacts } from '../facts-store.ts';
import { toTextChanges } from '../text-changes.ts';

/** Characters that are asked for around what is seen, on either side: a line may have all of a text. */
const aroundSeen = 4000;
const mostSeen = 100_000;

/** Milliseconds before a question: as the page is painted, and at most, for a grammar that is slow. */
const frameMs = 16;
const longestPauseMs = 500;

/** What letters that are typed at its end belong to, until it is known. */
const marks = codeTags.map((tag) => Decoration.mark({ class: classOf(tag), inclusiveEnd: true }));

const setColours = StateEffect.define<RangeSet<Decoration>>();

/** The colours around what was seen last. They stay with their text until others are there. */
const colours = StateField.define<RangeSet<Decoration>>({
  create: () => Decoration.none,
  update(present, { changes, effects }) {
    const set = effects.findLast((effect) => effect.is(setColours));
    return set ? set.value : present.map(changes);
  },
  provide: (field) => EditorView.decorations.from(field),
});

let asked = 0;

interface Sent {
  readonly version: number;
  /** Of the text since then. */
  readonly changes: ChangeSet;
}

interface Part {
  readonly from: number;
  readonly to: number;
}

/** Colours a text by the grammar of an extension, which is asked for what is seen: one question at a time. */
export const grammarColours = ({ extensionId, folder }: ContributedLanguage): Extension => [
  colours,
  ViewPlugin.define((view) => {
    const asker = new ColourAsker(view, extensionId, folder);
    return { update: (update) => asker.update(update), destroy: () => asker.destroy() };
  }),
];

class ColourAsker {
  readonly #view: EditorView;
  readonly #extensionId: string;
  readonly #language: string;
  readonly #document: string;
  #version = 0;
  /** null: the text has to be sent whole. */
  #sent: Sent | null = null;
  /** Whose colours are shown; null: they are out of date. */
  #shown: Part | null = null;
  #isAsking = false;
  #isOver = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Duration of the last answer in ms. */
  #answerMs = 0;

  constructor(view: EditorView, extensionId: string, language: string) {
    asked += 1;
    this.#view = view;
    this.#extensionId = extensionId;
    this.#language = language;
    this.#document = String(asked);
    this.#schedule();
  }

  update({ docChanged, viewportChanged, changes }: ViewUpdate): void {
    if (docChanged) {
      this.#version += 1;
      this.#shown = null;
      if (this.#sent) this.#sent = { ...this.#sent, changes: this.#sent.changes.compose(changes) };
    }
    if (docChanged || viewportChanged) this.#schedule();
  }

  destroy(): void {
    this.#isOver = true;
    clearTimeout(this.#timer);
  }

  /** After the key that was pressed is painted, and not more than half of the time. */
  #schedule(): void {
    const wait = Math.min(longestPauseMs, Math.max(frameMs, this.#answerMs));
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      void this.#ask();
    }, wait);
  }

  async #ask(): Promise<void> {
    const { doc } = this.#view.state;
    if (this.#isAsking || this.#isOver) return;
    const seen = this.#seen();
    if (this.#shown && this.#shown.from <= seen.from && this.#shown.to >= seen.to) return;
    const isTooLong = doc.length > maxHighlightedLength;
    tellTooLong(this.#view.state.facet(documentKey), isTooLong);
    if (isTooLong) {
      this.#sent = null;
      return this.#show(Decoration.none, { from: 0, to: doc.length });
    }
    const part = { from: Math.max(0, seen.from - aroundSeen), to: Math.min(doc.length, seen.to + aroundSeen) };
    const request = this.#request(part);
    const hadBase = 'base' in request.text;
    this.#sent = { version: request.version, changes: this.#view.state.changes() };
    this.#isAsking = true;
    const since = performance.now();
    const answer = await api.grammars.highlight(this.#extensionId, request).catch(() => null);
    this.#isAsking = false;
    this.#answerMs = performance.now() - since;
    if (this.#isOver) return;
    if (!answer?.ok) {
      // Main has told it. It is tried again when the extension is.
      this.#isOver = true;
      this.#view.dispatch({ effects: setColours.of(Decoration.none) });
      return;
    }
    this.#take(answer.value, part, hadBase);
  }

  #request({ from, to }: Part): HighlightRequest {
    const changes = this.#sent && toTextChanges(this.#sent.changes);
    const text =
      this.#sent && changes && changes.length <= mostChangesAtOnce
        ? { base: this.#sent.version, changes }
        : { whole: this.#view.state.doc.toString() };
    return { language: this.#language, document: this.#document, version: this.#version, text, from, to };
  }

  #take(answer: Highlighted, part: Part, hadBase: boolean): void {
    if (answer === 'unknown-base') {
      this.#sent = null;
      // A grammar that does not know what it was just given is not asked for ever.
      this.#isOver = !hadBase;
      return this.#schedule();
    }
    if (!this.#sent) return;
    const { changes } = this.#sent;
    this.#show(decorations(answer, changes.length).map(changes), changes.empty ? part : null);
    this.#schedule();
  }

  #show(set: RangeSet<Decoration>, part: Part | null): void {
    this.#shown = part;
    this.#view.dispatch({ effects: setColours.of(set) });
  }

  /** Of a long line the view has a part. */
  #seen(): Part {
    const { visibleRanges, viewport } = this.#view;
    const { from } = visibleRanges[0] ?? viewport;
    const { to } = visibleRanges.at(-1) ?? viewport;
    return { from, to: Math.min(to, from + mostSeen) };
  }
}

function tellTooLong(path: string, isTooLong: boolean): void {
  const { tooLongForColours } = useEditorFacts.getState();
  if ((tooLongForColours[path] === true) === isTooLong) return;
  useEditorFacts.setState({ tooLongForColours: { ...tooLongForColours, [path]: isTooLong } });
}

/** @param length of the text that the spans are of */
function decorations(spans: Uint32Array, length: number): RangeSet<Decoration> {
  const builder = new RangeSetBuilder<Decoration>();
  for (let index = 0; index < spans.length; index += 3) {
    const [from = 0, to = 0, tag = 0] = spans.subarray(index, index + 3);
    const mark = marks[tag];
    if (mark && to <= length) builder.add(from, to, mark);
  }
  return builder.finish();
}
