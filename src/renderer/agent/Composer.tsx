import { ArrowUp, Square } from 'lucide-react';
import { type ClipboardEvent, type KeyboardEvent, useRef, useState } from 'react';
import type { ContributedSlashCommand } from '../../shared/contract/command.ts';
import { useContributions } from '../app/contributions-store.ts';
import { Button } from '../app/controls/Button.tsx';
import { AddImageButton } from './AddImageButton.tsx';
import { agent } from './agent.ts';
import { type AgentState, type AnswerPhase, isBusy } from './agent-state.ts';
import styles from './Composer.module.css';
import { ComposerImages } from './ComposerImages.tsx';
import { ComposerStatus } from './ComposerStatus.tsx';
import { findModel } from './model-list.ts';
import { pastedImages } from './pasted-images.ts';
import { SlashList } from './SlashList.tsx';
import { findSlashCommand, parseSlash } from './slash-commands.ts';
import { useSlashCompletion } from './use-slash-completion.ts';

export interface ComposerProps {
  readonly state: AgentState;
  readonly phase: AnswerPhase;
  onPickModel(): void;
}

const none: readonly ContributedSlashCommand[] = [];

/** Where a prompt or a slash command is written. What is typed stays until main has it, whatever happens in between. */
export function Composer({ state, phase, onPickModel }: ComposerProps) {
  const { draft, images } = state;
  const field = useRef<HTMLTextAreaElement>(null);
  const [isFocused, setFocused] = useState(false);
  const commands = useContributions(({ slashCommands }) => slashCommands);
  // What is on its way already is not completed any more: Esc is for stopping it.
  const isOnItsWay = state.command !== null || state.sending !== null;
  const completion = useSlashCompletion(isOnItsWay ? none : commands, draft, agent.setDraft);
  const { options, active } = completion;
  const isListed = isFocused && options.length > 0;
  const slash = parseSlash(draft);
  const command = slash ? findSlashCommand(commands, slash.name) : undefined;
  /** The draft that names no command, once the person was told so; it is sent when it is sent again. */
  const [unknown, setUnknown] = useState<string | null>(null);
  const busy = isBusy(state);
  const isEmpty = draft.trim() === '' && images.length === 0 && state.reading === 0;
  const chosen = findModel(state.providers ?? [], state.model)?.info;
  const hints = [
    unknown === draft && slash && `There is no command /${slash.name}. Press Enter again to send it as a message.`,
    state.imageNote,
    images.length > 0 &&
      chosen?.capabilities.supportsImages === false &&
      `${chosen.name} does not take images. Choose another model, or remove them.`,
  ];

  const submit = () => {
    field.current?.focus();
    if (busy) return;
    // When it fails the text stays, and the list would cover what is said about it.
    completion.close();
    if (slash && command) void agent.runCommand(command, slash.argument);
    else if (slash && slash.name !== '' && unknown !== draft) setUnknown(draft);
    else void agent.send(draft);
  };
  const stop = () => {
    void agent.stop();
    // The button goes away with the answer.
    field.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || completion.onKeyDown(event)) return;
    if (event.key !== 'Enter' || event.shiftKey || event.altKey) return;
    event.preventDefault();
    submit();
  };
  const onPaste = (event: ClipboardEvent) => {
    const files = pastedImages(event.clipboardData);
    if (files.length === 0) return;
    event.preventDefault();
    void agent.images.add(files);
  };

  return (
    <div className={styles.composer}>
      {isListed && <SlashList completion={completion} />}
      <div className={styles.box}>
        <ComposerImages images={images} reading={state.reading} onRemove={agent.images.remove} />
        <textarea
          ref={field}
          className={styles.field}
          value={draft}
          rows={2}
          placeholder={commands.length > 0 ? 'Ask a question, or type / for commands' : 'Ask a question'}
          aria-label="Message"
          aria-describedby="composer-status"
          aria-autocomplete="list"
          aria-controls={isListed ? completion.listId : undefined}
          aria-activedescendant={isListed && active ? completion.idOf(active) : undefined}
          onChange={({ currentTarget }) => agent.setDraft(currentTarget.value)}
          onKeyDown={onKeyDown}
          onPaste={onPaste}
          onFocus={() => setFocused(true)}
          onBlur={() => setFocused(false)}
        />
        <p role="status" className={styles.hint}>
          {hints.filter(Boolean).join(' ')}
        </p>
        <div className={styles.foot}>
          <AddImageButton onAdd={(files) => void agent.images.add(files)} />
          <div id="composer-status" className={styles.status}>
            <ComposerStatus state={state} phase={phase} command={command} onPickModel={onPickModel} />
          </div>
          {busy ? (
            <Button className={styles.send} title="Stop (Esc)" onClick={stop}>
              <Square size={12} fill="currentcolor" aria-hidden />
              Stop
            </Button>
          ) : (
            <Button className={styles.send} variant="primary" title="Send (Enter)" disabled={isEmpty} onClick={submit}>
              <ArrowUp size={16} aria-hidden />
              Send
            </Button>
          )}
        </div>
      </div>
    </div>
  );
}
