import { createContext, useMemo, useRef } from 'react';
import type { AgentCall, AgentTerminal } from '../../../../shared/content/agent-items.ts';
import type { AnswerView } from '../../../../shared/contract/thread-view.ts';
import type { AnswerImages } from '../../markdown/answer-images.ts';

/** What the parts of an agent's answer know of the answer around them. */
export interface AgentAnswer {
  readonly id: string;
  readonly agentName: string;
  /** Nothing more is expected in it. */
  readonly isOver: boolean;
  /** The terminals of the answer, by id. */
  readonly terminals: ReadonlyMap<string, AgentTerminal>;
  /** Ids of the terminals that calls show. */
  readonly ofCalls: ReadonlySet<string>;
}

export const AgentAnswerContext = createContext<AgentAnswer>({
  id: '',
  agentName: 'The agent',
  isOver: false,
  terminals: new Map(),
  ofCalls: new Set(),
});

/** The same object as long as nothing in it changes, as an answer is drawn with each frame. */
export function useAgentAnswer({ id, modelName, end, parts }: AnswerView): AgentAnswer {
  const isOver = end !== undefined;
  const terminals = useSame(parts.flatMap((part) => (part.type === 'agent-terminal' ? [part.terminal] : [])));
  const ofCalls = useSame(parts.flatMap((part) => (part.type === 'agent-call' ? terminalIds(part.call) : [])));
  return useMemo(
    () => ({
      id,
      agentName: modelName,
      isOver,
      terminals: new Map(terminals.map((terminal) => [terminal.id, terminal])),
      ofCalls: new Set(ofCalls),
    }),
    [id, modelName, isOver, terminals, ofCalls],
  );
}

/** The images of an answer, the same object as long as they are the same. */
export function useAnswerImages({ modelName: by, parts }: AnswerView): AnswerImages {
  const images = useSame(parts.flatMap((part) => (part.type === 'agent-image' ? [part.image] : [])));
  return useMemo(() => ({ by, byId: new Map(images.map((image) => [image.id, image])) }), [by, images]);
}

/** Ids of the terminals that a call shows. */
export const terminalIds = ({ content = [] }: AgentCall): readonly string[] =>
  content.flatMap((part) => (part.type === 'terminal' ? [part.terminalId] : []));

/** Ids of the terminals that calls of an answer show. */
export function shownTerminals(parts: AnswerView['parts']): ReadonlySet<string> {
  const shown = new Set<string>();
  for (const part of parts) {
    if (part.type !== 'agent-call') continue;
    for (const content of part.call.content ?? []) if (content.type === 'terminal') shown.add(content.terminalId);
  }
  return shown;
}

/** The list of before while the new one has the same items. */
function useSame<T>(list: readonly T[]): readonly T[] {
  const kept = useRef(list);
  const isSame = kept.current.length === list.length && kept.current.every((item, index) => item === list[index]);
  if (!isSame) kept.current = list;
  return kept.current;
}
