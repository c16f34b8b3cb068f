import { ArrowUp, ListEnd, Play, Square } from 'lucide-react';
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { parseShell, type ShellDraft } from '../../../shared/typed-shell.ts';
import { agentName } from '../../base/agent-servers-store.ts';
import { refreshContributions, useContributions } from '../../base/contributions-store.ts';
import { Button } from '../../base/controls/Button.tsx';
import { agentCommands } from '../agent-servers/session/agent-commands.ts';
import { SessionOptions } from '../agent-servers/session/SessionOptions.tsx';
import { sessionWanted } from '../agent-servers/session/session-requests.ts';
import { answeringAgent, useAgentSession } from '../agent-servers/session/sessions-store.ts';
import { AddImageButton } from '../images/AddImageButton.tsx';
import { ComposerImages } from '../images/ComposerImages.tsx';
import { pageMentions, withPages } from '../mentions/page-mentions.ts';
import { findModel } from '../models/model-list.ts';
import { modelsWanted } from '../models/model-requests.ts';
import { agent, useAgent, useThread } from '../threads/agent.ts';
import { isBusy } from '../threads/agent-state.ts';
import { runBuiltIn } from './built-in-commands.ts';
import styles from './Composer.module.css';
import { ComposerStatus } from './ComposerStatus.tsx';
import { commandEffects } from './command-effects.ts';
import { CompletionList } from './completion/CompletionList.tsx';
import { useCompletion } from './completion/use-completion.ts';
import {
  type ComposerCommand,
  composerCommands,
  findCommand,
  parseSlash,
  type SlashDraft,
} from './composer-commands.ts';
import { EditingBar } from './EditingBar.tsx';
import type { FieldEditor } from './field-editor.ts';
import { LocalReplyBox } from './LocalReplyBox.tsx';
import { MessageField } from './MessageField.tsx';
import { platform } from './platform.ts';
import { ShellBar } from './ShellBar.tsx';
import { usePaste } from './use-paste.ts';
import { usePromptHistory } from './use-prompt-history.ts';

export interface ComposerProps {
  /** Below the field: the model, the agent. */
  readonly choices: ReactNode;
  onPickModel(): void;
}

const none: readonly ComposerCommand[] = [];

/** The field for prompts and commands. Its text is kept until main has it, whatever happens in between. */
export function Composer({ choices, onPickModel }: ComposerProps) {
  const threadId = useThread((thread) => thread.threadId);
  const draft = useThread((thread) => thread.draft);
  const images = useThread((thread) => thread.images);
  const reading = useThread((thread) => thread.reading);
  const imageNote = useThread((thread) => thread.imageNote);
  const editing = useThread((thread) => thread.editing);
  const localReply = useThread((thread) => thread.localReply);
  const isCommandRunning = useThread((thread) => thread.command !== null);
  const busy = useThread(isBusy);
  const chosen = useAgent(({ providers, model }) => findModel(providers ?? [], model)?.info);
  const field = useRef<FieldEditor | null>(null);
  const [cursor, setCursor] = useState(0);
  const [isFocused, setFocused] = useState(false);
  const { slashCommands, templates } = useContributions();
  const session = useAgentSession();
  const answerer = useAgent(answeringAgent);
  const ofAgent = useMemo(() => agentCommands(session), [session]);
  const commands = useMemo(
    () => composerCommands(slashCommands, templates, ofAgent),
    [slashCommands, templates, ofAgent],
  );
  const slash = parseSlash(draft);
  const command = slash ? findCommand(commands, slash.name) : undefined;
  const shell = editing === null ? parseShell(draft) : null;
  /** The draft whose unknown command was reported; sending the same draft again sends it as a message. */
  const [unknown, setUnknown] = useState<string | null>(null);
  /** The draft whose command has to wait for the answer. */
  const [tooEarly, setTooEarly] = useState<string | null>(null);
  /** The draft that is to be a command, and names none. */
  const [lone, setLone] = useState<string | null>(null);
  const paste = usePaste(draft, shell !== null);
  const isEmpty = draft.trim() === '' && images.length === 0 && reading === 0;
  /** Sending now would put the message into the queue. */
  const queues = busy && !isEmpty && !shell && !(isCommandRunning && command) && editing === null;
  const hints = [
    unknown === draft && slash && `There is no command /${slash.name}. Press Enter again to send it as a message.`,
    tooEarly === draft &&
      busy &&
      slash &&
      `/${slash.name} cannot run during an answer. Press Enter again when it is done.`,
    tooEarly === draft && busy && shell && 'A command has to wait. Press Enter again when what runs now is done.',
    lone === draft && `Type a command after “${draft}”. To send it as a message, put a backslash before it.`,
    paste.hint,
    imageNote,
    images.length > 0 &&
      chosen?.capabilities.supportsImages === false &&
      `${chosen.name} does not accept images. Choose another model, or remove the images.`,
  ];

  const submit = () => {
    field.current?.view.focus();
    // If it fails the text stays, and the list would cover the message about the failure.
    completion.close();
    if (editing !== null) return busy ? undefined : void agent.send(toSend(draft));
    if (shell) return runInShell(shell);
    if (slash && command) return runCommand(command, slash);
    if (slash && slash.name !== '' && unknown !== draft) return setUnknown(draft);
    void agent.send(toSend(draft));
  };
  const past = usePromptHistory({ draft, images, isEmpty });
  const completion = useCompletion({
    text: shell || past.isRecalled ? '' : draft,
    cursor,
    isFocused,
    commands: editing === null ? commands : none,
    replace: (from, to, text) => field.current?.replace(from, to, text),
    submit,
  });
  const { options, active } = completion;
  const isListed = options.length > 0;
  /** Enter takes an argument then. */
  const isFilled = isListed && completion.name === 'Arguments';

  function runInShell(typed: ShellDraft): void {
    if (typed.command === '') return setLone(draft);
    if (busy) return setTooEarly(draft);
    void agent.runInShell(typed);
  }

  function runCommand({ runs }: ComposerCommand, { name, argument }: SlashDraft): void {
    // It is a message like any other, and can be queued.
    if (runs.kind === 'agent') return void agent.send(toSend(`/${runs.command.name}${draft.slice(1 + name.length)}`));
    const isAnytime = runs.kind === 'built-in' && runs.command.isAnytime;
    if (busy && !isAnytime) return setTooEarly(draft);
    switch (runs.kind) {
      case 'built-in':
        return runBuiltIn(runs.command, commandEffects(commands), argument);
      case 'extension':
        return void agent.runCommand(runs.command, argument);
      case 'template':
        return void agent.runTemplate(runs.template, argument);
    }
  }
  const stop = () => {
    void agent.stop();
    // The button disappears with the answer, and would lose the focus.
    field.current?.view.focus();
  };
  const onKeyDown = (event: KeyboardEvent): boolean => {
    paste.noteKey(event);
    if (completion.onKeyDown(event)) return true;
    if (editing === null && field.current && past.onKeyDown(event, field.current)) return true;
    if (event.key === 'Escape' && editing !== null && !busy) {
      agent.cancelEditing();
      return true;
    }
    if (event.key === 'Escape' && shell && !busy) {
      field.current?.view.dispatch({ changes: { from: 0, to: shell.marks.length }, userEvent: 'delete' });
      return true;
    }
    if (event.key !== 'Enter' || event.shiftKey || event.altKey) return false;
    submit();
    return true;
  };
  /** An address after "@" becomes a mention of its page as soon as something else follows it. */
  const onTyped = ({ view }: FieldEditor) => {
    if (parseShell(view.state.doc.sliceString(0, 3))) return;
    const { head } = view.state.selection.main;
    const text = view.state.doc.toString();
    const changes = pageMentions(text, platform).filter(({ to }) => to < head && /\s/.test(text.slice(to, head)));
    if (changes.length > 0) view.dispatch({ changes });
  };
  const agentRef = useAgent(answeringAgent);
  useEffect(() => {
    if (isFocused && threadId !== null && agentRef !== null) sessionWanted();
  }, [isFocused, threadId, agentRef]);
  const isNaming = slash?.isNaming === true;
  useEffect(() => {
    if (isNaming) refreshContributions();
  }, [isNaming]);
  useEffect(() => {
    if (editing !== null) field.current?.view.focus();
  }, [editing]);

  return (
    <div className={styles.composer} data-part="composer">
      {localReply && <LocalReplyBox reply={localReply} onDismiss={() => agent.setLocalReply(null)} />}
      {editing !== null && (
        <EditingBar
          isBusy={busy}
          agentName={answerer === null ? null : (agentName(answerer) ?? null)}
          onCancel={agent.cancelEditing}
        />
      )}
      <div className={styles.box}>
        {isListed && <CompletionList completion={completion} />}
        {shell && <ShellBar isTold={shell.isTold} />}
        <ComposerImages images={images} reading={reading} onRemove={agent.images.remove} />
        <MessageField
          threadId={threadId}
          text={draft}
          placeholder="Ask a question. @ mentions, / commands, ! shell"
          attributes={{
            role: 'textbox',
            'aria-label': 'Message',
            'aria-multiline': 'true',
            'aria-describedby': 'composer-status',
            'aria-autocomplete': 'list',
            ...(shell && { 'data-shell': '' }),
            ...(isListed && { 'aria-controls': completion.listId }),
            ...(isListed && active && { 'aria-activedescendant': completion.idOf(active) }),
          }}
          onField={(own) => {
            field.current = own;
          }}
          changed={(text, at) => {
            setCursor(at);
            agent.setDraft(text);
          }}
          keyPressed={onKeyDown}
          pasted={paste.onPaste}
          typed={onTyped}
          focusChanged={(isFocused) => {
            setFocused(isFocused);
            if (isFocused) modelsWanted();
          }}
        />
        <p role="status" className={styles.hint}>
          {hints.filter(Boolean).join(' ')}
        </p>
        <SessionOptions />
        <div className={styles.foot}>
          <AddImageButton onAdd={(files) => void agent.images.add(files)} />
          {choices}
          <div id="composer-status" className={styles.status}>
            <ComposerStatus
              command={isFilled ? undefined : command}
              isShell={shell !== null}
              onPickModel={onPickModel}
            />
          </div>
          {busy && (
            <Button className={queues ? styles.beside : styles.send} title="Stop (Esc)" onClick={stop}>
              <Square size={12} fill="currentcolor" aria-hidden />
              Stop
            </Button>
          )}
          {!busy && (
            <Button
              className={styles.send}
              variant="primary"
              title={shell ? 'Run (Enter)' : 'Send (Enter)'}
              disabled={isEmpty}
              onClick={submit}
            >
              {shell ? <Play size={14} aria-hidden /> : <ArrowUp size={16} aria-hidden />}
              {shell ? 'Run' : 'Send'}
            </Button>
          )}
          {queues && (
            <Button className={styles.beside} variant="primary" title="Send after this answer (Enter)" onClick={submit}>
              <ListEnd size={16} aria-hidden />
              Queue
            </Button>
          )}
        </div>
      </div>
    </div>
  );
}

/** The draft with its page addresses as mentions. */
function toSend(draft: string): string {
  const text = withPages(draft, platform);
  if (text !== draft) agent.setDraft(text);
  return text;
}
