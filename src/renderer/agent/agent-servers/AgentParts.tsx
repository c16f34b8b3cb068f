import { useContext } from 'react';
import type { AgentCall, AgentTerminal } from '../../../shared/content/agent-items.ts';
import type { ContentPart } from '../../../shared/content/content-kinds.ts';
import { foldedHeight } from '../messages/estimate-text.ts';
import { Piece, PieceScope, terminalScope } from '../messages/Piece.tsx';
import { AgentAnswerContext, terminalIds } from './calls/answer-context.ts';
import { CallBlock } from './calls/CallBlock.tsx';
import { callTitle, standingOf } from './calls/format-agent-call.ts';

/** A call of an agent. Of the thousands that an answer may have, those near the view are rendered, and those that go on. */
export function AgentCallPart({ call }: Pick<ContentPart<'agent-call'>, 'call'>) {
  const scope = useContext(PieceScope);
  const standing = standingOf(call, false);
  return (
    <Piece
      id={scope}
      estimate={() => foldedHeight}
      source={() => callTitle(call)}
      isKept={standing === 'asks' || standing === 'runs'}
    >
      <FoundCall call={call} />
    </Piece>
  );
}

function FoundCall({ call }: Pick<ContentPart<'agent-call'>, 'call'>) {
  const scope = useContext(PieceScope);
  const { id: answerId } = useContext(AgentAnswerContext);
  const terminals = terminalIds(call).map((id) => terminalScope(answerId, id));
  return (
    // What a search finds in a terminal opens the call that shows it, too.
    <div data-fold={[scope, ...terminals].join(' ')}>
      <CallBlock call={call} scope={scope} />
    </div>
  );
}

/** A terminal that no call shows. */
export function AgentTerminalPart({ terminal }: Pick<ContentPart<'agent-terminal'>, 'terminal'>) {
  const { ofCalls } = useContext(AgentAnswerContext);
  return !ofCalls.has(terminal.id) && <AgentCallPart call={asCall(terminal)} />;
}

/** Terminals look the same whether a call shows them or not. */
function asCall({ id, command, exit }: AgentTerminal): AgentCall {
  const isWell = exit?.code === 0 || (exit?.code === null && exit.signal === undefined);
  return {
    id,
    kind: 'execute',
    title: command === undefined ? 'Terminal' : `\`${command.replaceAll('`', '’')}\``,
    state: exit === undefined ? 'in_progress' : isWell ? 'completed' : 'failed',
    content: [{ type: 'terminal', terminalId: id }],
    questions: [],
  };
}
