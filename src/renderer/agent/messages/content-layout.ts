import type { AgentCall } from '../../../shared/content/agent-items.ts';
import type { ContentKind, ContentPart } from '../../../shared/content/content-kinds.ts';
import { callAsRun } from '../../../shared/content/tool-result.ts';
import { callTitle, titleParts } from '../agent-servers/calls/format-agent-call.ts';
import { blockBorder } from '../markdown/shown-text.ts';
import { estimateText, foldedHeight } from './estimate-text.ts';
import { type FindPlace, type FindScope, markdownScopes, plainScopes } from './find/text-scopes.ts';
import { terminalScope } from './Piece.tsx';

interface ContentLayout<K extends ContentKind> {
  /** Expected height in pixels, until it is rendered. */
  height(part: ContentPart<K>): number;
  /** The texts of it that a search in the thread goes through. */
  scopes(part: ContentPart<K>, place: FindPlace): Iterable<FindScope>;
}

/** Heights and searchable texts of the parts of an answer without rendering them, by kind. */
const layouts: { readonly [K in ContentKind]: ContentLayout<K> } = {
  text: {
    height: ({ text }) => estimateText(text) + 12,
    scopes: ({ text }, place) => markdownScopes(place, text),
  },
  thinking: {
    height: () => foldedHeight,
    scopes: ({ text }, place) => plainScopes({ ...place, folds: [...place.folds, place.scope] }, text),
  },
  'tool-use': {
    height: () => foldedHeight,
    *scopes({ toolUse, run }, { scope, message, folds }) {
      const output = run?.state.type === 'done' ? run.state.output : (run?.live ?? '');
      yield {
        id: scope,
        message,
        folds: [...folds, scope],
        text: () => `${callAsRun(toolUse, run).input}${blockBorder}${output}`,
      };
    },
  },
  'agent-call': {
    height: () => foldedHeight,
    *scopes({ call }, { scope, message, folds }) {
      yield { id: scope, message, folds: [...folds, scope], text: () => callText(call) };
    },
  },
  'agent-terminal': {
    height: () => 0,
    *scopes({ terminal }, { scope, message, folds }) {
      const id = terminalScope(scope.slice(0, scope.lastIndexOf('/')), terminal.id);
      const text = () => [terminal.command ?? '', terminal.output ?? ''].join(blockBorder);
      yield { id, message, folds: [...folds, id], text };
    },
  },
  'agent-plan': {
    height: ({ plan: { entries, text = '' } }) => (entries.length + 2) * 22 + estimateText(text),
    *scopes({ plan: { entries } }, { scope, message, folds }) {
      yield { id: scope, message, folds, text: () => entries.map(({ content }) => content).join(blockBorder) };
    },
  },
  'agent-note': {
    height: ({ note: { text = '' } }) => foldedHeight + estimateText(text),
    *scopes({ note: { title } }, { scope, message, folds }) {
      yield { id: scope, message, folds, text: () => title };
    },
  },
  'agent-image': {
    height: () => 0,
    scopes: () => [],
  },
};

/** As it is shown: its title, then what it came to. */
const callText = (call: AgentCall): string => {
  const title = titleParts(callTitle(call)).map(({ text }) => text);
  const content = (call.content ?? []).flatMap((part) =>
    part.type === 'text' ? [part.text] : part.type === 'diff' ? [part.change.patch] : [],
  );
  return [title.join(''), ...content].join(blockBorder);
};

/** The layout of a kind, for a part of that kind. */
export const layoutOf = <K extends ContentKind>(kind: K): ContentLayout<K> => layouts[kind];
