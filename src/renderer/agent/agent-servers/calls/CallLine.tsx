import {
  Ban,
  ChevronRight,
  CircleCheck,
  CircleDashed,
  CircleHelp,
  CirclePause,
  CircleX,
  LoaderCircle,
} from 'lucide-react';
import { Fragment } from 'react';
import type { AgentCall } from '../../../../shared/content/agent-items.ts';
import { classNames } from '../../../base/class-names.ts';
import messages from '../../messages/Messages.module.css';
import { Counts } from '../../tools/Counts.tsx';
import tools from '../../tools/tools.module.css';
import { CallIcon } from './CallIcon.tsx';
import styles from './calls.module.css';
import {
  type CallStanding,
  callCounts,
  callTitle,
  isAllowedBefore,
  standingWords,
  titleParts,
} from './format-agent-call.ts';

export interface CallLineProps {
  readonly call: AgentCall;
  readonly standing: CallStanding;
}

/** A call in one line: its kind, the agent's title of it, its state. */
export function CallLine({ call, standing }: CallLineProps) {
  return (
    <>
      <ChevronRight size={14} className={classNames(messages.chevron, tools.chevron)} aria-hidden />
      <CallIcon kind={call.kind} />
      <span className={classNames(tools.words, standing === 'runs' && messages.shimmer)}>
        <span className={tools.phrase}>
          <CallTitle call={call} />
        </span>
        <Counts {...callCounts(call)} />
        {isAllowedBefore(call) && (
          <span className={tools.waits} title="You were not asked: you had allowed exactly this">
            Allowed before
          </span>
        )}
        {(standing === 'asks' || standing === 'paused') && (
          <span className={tools.waits}>{standingWords[standing]}</span>
        )}
      </span>
      <StandingIcon standing={standing} />
    </>
  );
}

export const CallTitle = ({ call }: { readonly call: Pick<AgentCall, 'title' | 'kind'> }) => (
  <TitleText title={callTitle(call)} />
);

export const TitleText = ({ title }: { readonly title: string }) =>
  titleParts(title).map(({ text, isCode }, index) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: stretches of one text
    isCode ? <code key={index}>{text}</code> : <Fragment key={index}>{text}</Fragment>,
  );

const icons = {
  asks: { Icon: CircleHelp, className: undefined },
  runs: { Icon: LoaderCircle, className: tools.turning },
  paused: { Icon: CirclePause, className: undefined },
  done: { Icon: CircleCheck, className: tools.good },
  failed: { Icon: CircleX, className: tools.bad },
  cancelled: { Icon: Ban, className: undefined },
  unknown: { Icon: CircleDashed, className: undefined },
} as const;

function StandingIcon({ standing }: Pick<CallLineProps, 'standing'>) {
  const { Icon, className } = icons[standing];
  const words = standingWords[standing];
  return (
    <span className={styles.standing} title={words}>
      <Icon size={14} className={className} aria-hidden />
      {standing !== 'asks' && standing !== 'paused' && <span className={messages.hidden}>{words}</span>}
    </span>
  );
}
