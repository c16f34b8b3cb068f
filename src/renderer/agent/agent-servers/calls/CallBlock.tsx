import { useContext } from 'react';
import type { AgentCall } from '../../../../shared/content/agent-items.ts';
import { CodeActionsContext } from '../../markdown/code-actions.ts';
import { useKeptState } from '../../tools/kept-state.ts';
import tools from '../../tools/tools.module.css';
import { AgentAnswerContext, terminalIds } from './answer-context.ts';
import { CallBody } from './CallBody.tsx';
import { CallLine } from './CallLine.tsx';
import { type CallStanding, standingOf } from './format-agent-call.ts';
import { WaitingCall } from './WaitingCall.tsx';

export interface CallBlockProps {
  readonly call: AgentCall;
  /** Lets a search open it, and keeps whether it is open. */
  readonly scope: string;
}

/** A call of an agent, which it carried out itself: a question while it asks, otherwise a line that opens. */
export function CallBlock({ call, scope }: CallBlockProps) {
  const { isOver } = useContext(AgentAnswerContext);
  const standing = standingOf(call, isOver);
  const folded = <Folded call={call} scope={scope} standing={standing} />;
  return (
    // What an agent shows of its calls is not code to paste into a file.
    <CodeActionsContext value={null}>
      {standing === 'asks' ? (
        <WaitingCall call={call}>{folded}</WaitingCall>
      ) : (
        <div className={tools.block}>{folded}</div>
      )}
    </CodeActionsContext>
  );
}

function Folded({ call, scope, standing }: CallBlockProps & { readonly standing: CallStanding }) {
  const { terminals } = useContext(AgentAnswerContext);
  const [chosen, setChosen] = useKeptState<boolean | null>(`agent call ${scope}`, null);
  const isTelling = standing === 'runs' && terminalIds(call).some((id) => (terminals.get(id)?.output ?? '') !== '');
  const isOpen = chosen ?? isTelling;
  return (
    <details
      className={tools.fold}
      open={isOpen}
      onToggle={({ currentTarget, target }) => {
        // Only toggles by a person or a search are kept, not those that follow the call.
        if (target === currentTarget && currentTarget.open !== isOpen) setChosen(currentTarget.open);
      }}
    >
      <summary className={tools.head}>
        <CallLine call={call} standing={standing} />
      </summary>
      {/* Not rendered while folded, to save work. */}
      {isOpen && <CallBody call={call} />}
    </details>
  );
}
