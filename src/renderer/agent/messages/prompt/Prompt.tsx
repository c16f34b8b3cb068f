import { Copy, Pencil, StickyNote, Tag } from 'lucide-react';
import type { TypedPrompt } from '../../../../shared/contract/thread.ts';
import type { TurnView } from '../../../../shared/contract/thread-view.ts';
import { singleLine } from '../../../../shared/harmless-text.ts';
import { IconButton } from '../../../base/controls/IconButton.tsx';
import { MenuButton } from '../../../base/controls/MenuButton.tsx';
import { copyText } from '../../../base/copy-text.ts';
import { RestoreButton } from '../../changes/RestoreButton.tsx';
import { PromptImages } from '../../images/PromptImages.tsx';
import { agent, useThread } from '../../threads/agent.ts';
import { isBusy } from '../../threads/agent-state.ts';
import { Annotations } from '../annotations/Annotations.tsx';
import { beginAnnotating } from '../annotations/annotating.ts';
import { MessageActions, moreIcon } from '../answer/MessageActions.tsx';
import { VersionSwitch } from '../answer/VersionSwitch.tsx';
import { LongText } from '../LongText.tsx';
import styles from '../Messages.module.css';
import own from '../message.module.css';
import { promptScope } from '../Piece.tsx';
import { PromptContexts } from './PromptContexts.tsx';
import { PromptText } from './PromptText.tsx';

/** A prompt with its images, its context and its actions. */
export function Prompt({ turn }: { readonly turn: TurnView }) {
  const { promptId, text, images, context, typed, versions } = turn;
  const busy = useThread(isBusy);
  const copy = () => void copyText(text);
  const edit = () => agent.startEditing(promptId);
  return (
    <div className={own.message}>
      <h3 className={styles.hidden}>You asked</h3>
      <div className={styles.prompt} data-find={promptScope(promptId)}>
        {text !== '' && <LongText text={text} draw={drawText} />}
        {images && <PromptImages images={images} />}
      </div>
      {typed && <Typed typed={typed} />}
      {context && context.length > 0 && <PromptContexts contexts={context} />}
      <div className={versions.length > 1 ? own.foot : own.over}>
        {versions.length > 1 && <VersionSwitch versions={versions} shown={promptId} isDisabled={busy} />}
        <MessageActions label="Actions for your message">
          <IconButton label="Copy message" onClick={copy}>
            <Copy size={14} />
          </IconButton>
          <IconButton label="Edit and send again" onClick={edit}>
            <Pencil size={14} />
          </IconButton>
          <RestoreButton promptId={promptId} />
          <MenuButton
            label="More actions for your message"
            items={[
              { label: 'Copy', icon: <Copy size={14} />, run: copy },
              { label: 'Edit and send again', icon: <Pencil size={14} />, run: edit },
              { label: 'Note', icon: <StickyNote size={14} />, run: () => beginAnnotating(promptId, 'note') },
              { label: 'Labels', icon: <Tag size={14} />, run: () => beginAnnotating(promptId, 'labels') },
            ]}
          >
            {moreIcon}
          </MenuButton>
        </MessageActions>
      </div>
      <Annotations on={promptId} />
    </div>
  );
}

/** What the person wrote, where extensions had it otherwise. */
function Typed({ typed: { text, by } }: { readonly typed: TypedPrompt }) {
  return (
    <details className={own.typed}>
      <summary>Changed by {by.map(singleLine).join(', ')}</summary>
      <p>You wrote:</p>
      <LongText text={text} draw={drawText} />
    </details>
  );
}

const drawText = (text: string) => <PromptText text={text} />;
