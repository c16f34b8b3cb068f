import { type EditorState, type Extension, RangeSet, StateField } from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView, WidgetType } from '@codemirror/view';
import type { PathPlatform } from '../../../shared/links/link-target.ts';
import { findMentions, type Mention } from '../../../shared/links/mention.ts';

export interface ChipOptions {
  readonly platform: PathPlatform;
  draw(mention: Mention, chip: HTMLElement): void;
}

/** The mentions of the text with their chips, found again at every change of the text. */
interface Chips {
  readonly mentions: readonly Mention[];
  readonly decorations: DecorationSet;
}

class Chip extends WidgetType {
  readonly mention: Mention;
  readonly markdown: string;
  readonly draw: ChipOptions['draw'];

  constructor(mention: Mention, markdown: string, draw: ChipOptions['draw']) {
    super();
    this.mention = mention;
    this.markdown = markdown;
    this.draw = draw;
  }

  override eq(other: Chip): boolean {
    return other.markdown === this.markdown;
  }

  toDOM(): HTMLElement {
    const chip = document.createElement('span');
    chip.dataset.mention = this.markdown;
    this.draw(this.mention, chip);
    return chip;
  }

  /** The editor's mouse handling must ignore it; the field handles its clicks. */
  override ignoreEvent(): boolean {
    return false;
  }
}

const createField = ({ platform, draw }: ChipOptions) => {
  const chipsOf = (state: EditorState): Chips => {
    const text = state.doc.toString();
    const mentions = findMentions(text, platform);
    const ranges = mentions.map((mention) =>
      Decoration.replace({ widget: new Chip(mention, text.slice(mention.from, mention.to), draw) }).range(
        mention.from,
        mention.to,
      ),
    );
    return { mentions, decorations: RangeSet.of(ranges) };
  };
  return StateField.define<Chips>({
    create: chipsOf,
    update: (chips, { docChanged, state }) => (docChanged ? chipsOf(state) : chips),
    provide: (field) => [
      EditorView.decorations.from(field, ({ decorations }) => decorations),
      EditorView.atomicRanges.of((view) => view.state.field(field).decorations),
    ],
  });
};

export interface MentionChips {
  readonly extension: Extension;
  mentionsIn(state: EditorState): readonly Mention[];
}

/** Shows each mention as an atomic chip: the cursor steps over it, and it is deleted whole. */
export function mentionChips(options: ChipOptions): MentionChips {
  const field = createField(options);
  return { extension: field, mentionsIn: (state) => state.field(field).mentions };
}
