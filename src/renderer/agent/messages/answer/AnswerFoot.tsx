import { Copy, FastForward, Redo2, RefreshCw, StickyNote, Tag, Undo2 } from 'lucide-react';
import type { AnswerView } from '../../../../shared/contract/thread-view.ts';
import { classNames } from '../../../base/class-names.ts';
import { IconButton } from '../../../base/controls/IconButton.tsx';
import type { MenuItem } from '../../../base/controls/Menu.tsx';
import { MenuButton } from '../../../base/controls/MenuButton.tsx';
import { copyText } from '../../../base/copy-text.ts';
import { turnStep } from '../../changes/files-since.ts';
import { restoreTurn, undoRestore } from '../../changes/restore-turn.ts';
import { useReview } from '../../changes/use-review.ts';
import { useThread } from '../../threads/agent.ts';
import { isBusy } from '../../threads/agent-state.ts';
import { Annotations } from '../annotations/Annotations.tsx';
import { beginAnnotating } from '../annotations/annotating.ts';
import styles from '../Messages.module.css';
import own from '../message.module.css';
import { answerMarkdown, isCutShort } from './format-answer.ts';
import { formatBill, formatUsage } from './format-usage.ts';
import { MessageActions, moreIcon } from './MessageActions.tsx';
import { continueAnswer, regenerate } from './message-requests.ts';

export interface AnswerFootProps {
  readonly answer: AnswerView;
  readonly isCurrent: boolean;
  readonly isLast: boolean;
}

/** Usage, actions and annotations of an answer. */
export function AnswerFoot({ answer, isCurrent, isLast }: AnswerFootProps) {
  const { id, promptId } = answer;
  const busy = useThread(isBusy);
  const markdown = answerMarkdown(answer);
  const copy = () => void copyText(markdown);
  const review = useReview();
  const step = promptId === null || !isCurrent ? null : turnStep(review, promptId);
  const actions: readonly MenuItem[] = [
    ...(markdown === '' ? [] : [{ label: 'Copy as Markdown', icon: <Copy size={14} />, run: copy }]),
    ...(isCurrent && isLast && isCutShort(answer)
      ? [{ label: 'Continue', icon: <FastForward size={14} />, isDisabled: busy, run: () => void continueAnswer() }]
      : []),
    ...(isCurrent && promptId !== null
      ? [
          {
            label: 'Answer again',
            icon: <RefreshCw size={14} />,
            isDisabled: busy,
            run: () => void regenerate(promptId),
          },
        ]
      : []),
  ];
  // One button, which keeps the keyboard when what it undid can be redone.
  const turnAction = review && promptId !== null && step ? turnActions[step](review.threadId, promptId, busy) : null;
  return (
    <>
      <div className={own.foot}>
        <p className={classNames(styles.quiet, own.footWords)} title={formatUsage(answer)}>
          {formatBill(answer)}
        </p>
        <MessageActions label={`Actions for the answer of ${answer.modelName}`}>
          {actions.map((action) => (
            <ActionButton key={action.label} action={action} />
          ))}
          {turnAction && <ActionButton action={turnAction} />}
          <MenuButton
            label="More actions for the answer"
            items={[
              ...actions,
              ...(turnAction ? [turnAction] : []),
              { label: 'Note', icon: <StickyNote size={14} />, run: () => beginAnnotating(id, 'note') },
              { label: 'Labels', icon: <Tag size={14} />, run: () => beginAnnotating(id, 'labels') },
            ]}
          >
            {moreIcon}
          </MenuButton>
        </MessageActions>
      </div>
      <Annotations on={id} />
    </>
  );
}

const ActionButton = ({ action: { label, icon, isDisabled, run } }: { readonly action: MenuItem }) => (
  <IconButton label={label} aria-disabled={isDisabled || undefined} onClick={isDisabled ? undefined : run}>
    {icon}
  </IconButton>
);

/** Of the files that the turn changed, in one step. */
const turnActions = {
  undo: (threadId: string, promptId: string, isDisabled: boolean): MenuItem => ({
    ...{ label: 'Undo what this turn changed', icon: <Undo2 size={14} />, isDisabled },
    run: () => void restoreTurn(threadId, promptId),
  }),
  redo: (threadId: string, _promptId: string, isDisabled: boolean): MenuItem => ({
    ...{ label: 'Redo what was undone', icon: <Redo2 size={14} />, isDisabled },
    run: () => void undoRestore(threadId),
  }),
};
