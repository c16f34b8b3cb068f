import type { ContributedSlashCommand } from '../../../shared/contract/command.ts';
import { type Failure, type Result, toFailure } from '../../../shared/contract/errors.ts';
import type { DraftedPrompt } from '../../../shared/contract/methods/agent-methods.ts';
import type { PromptTemplate } from '../../../shared/contract/prompt-template.ts';
import type { RendererApi } from '../../../shared/contract/renderer-api.ts';
import type { ToolDecision } from '../../../shared/contract/tool.ts';
import type { ShellDraft } from '../../../shared/typed-shell.ts';
import { isBusy } from './agent-state.ts';
import { failureOf, problemOf } from './failure-of.ts';
import { allTakenBack } from './outgoing-prompts.ts';
import type { SessionRef, ThreadSessions } from './thread-sessions.ts';

type ToolAnswer = [toolUseId: string, decision: ToolDecision, question?: number];

/** Requests for the shown thread. They stay with that thread when another one is shown meanwhile. */
export type ThreadRequests = ReturnType<typeof createThreadRequests>;

export function createThreadRequests(
  sessions: ThreadSessions,
  api: RendererApi['agent'],
  asSent: (draft: DraftedPrompt) => DraftedPrompt,
  mayPrompt: (session: SessionRef) => Promise<boolean>,
) {
  /** @param prompts whether a model or an agent may be prompted by it */
  async function run(
    name: string,
    act: (threadId: string) => Promise<Result<unknown>>,
    prompts: boolean,
  ): Promise<void> {
    const session = sessions.shown();
    const { threadId } = session;
    const { draft: text } = session.get();
    if (threadId === null || isBusy(session.get())) return;
    const command = { name, since: Date.now(), text };
    session.change(() => ({ command, draft: '', problem: null, localReply: null }));
    const mayGo = !prompts || (await mayPrompt(session));
    const failure = mayGo ? await failureOf(() => act(threadId)) : cancelled;
    session.change(({ draft }) => {
      if (!failure) return { command: null };
      // A cancellation is what the person wanted, and no problem.
      const problem = failure.code === 'cancelled' ? null : failure;
      return { command: null, problem, draft: [text, draft].filter(Boolean).join('\n') };
    });
  }

  /** Cancels a message that is about to be sent, or else the running command or answer. */
  async function stop(): Promise<void> {
    const session = sessions.shown();
    if (session.get().sending.some(({ isGiven }) => !isGiven)) return session.change(allTakenBack);
    await inThread((id) => api.stop(id));
  }

  async function retry(): Promise<void> {
    const session = sessions.shown();
    const { threadId } = session;
    const promptId = session.get().view.turns.at(-1)?.promptId;
    if (threadId === null || promptId === undefined || session.get().retrying !== null) return;
    // Reset by the feed, when an answer to this prompt begins.
    session.change(() => ({ retrying: promptId, problem: null }));
    if (!(await mayPrompt(session))) return session.change(() => ({ retrying: null }));
    const failure = await failureOf(() => api.retry(threadId));
    if (failure) session.change(() => ({ retrying: null, problem: failure }));
  }

  async function inThread(act: (threadId: string) => Promise<void>, session = sessions.shown()): Promise<void> {
    try {
      if (session.threadId !== null) await act(session.threadId);
    } catch (thrown) {
      session.change(() => ({ problem: toFailure(thrown) }));
    }
  }

  /** Any other request to main for the shown thread. A failure is shown there. @returns whether it succeeded */
  async function ask(
    request: (threadId: string, isForced: boolean) => Promise<Result<unknown>>,
    threadId = sessions.shown().threadId,
    isForced = false,
  ): Promise<boolean> {
    if (threadId === null) return false;
    const failure = await failureOf(() => request(threadId, isForced));
    if (!failure) return true;
    const problem = problemOf(failure, 'Go on anyway', () => ask(request, threadId, true));
    sessions.of(threadId)?.change(() => ({ problem }));
    return false;
  }

  return {
    /** Runs a slash command; if that fails, its text is put back into the composer. */
    runCommand: ({ extensionId, id, name }: ContributedSlashCommand, argument: string) =>
      run(`/${name}`, (threadId) => api.runSlashCommand(threadId, extensionId, id, argument), true),
    runTemplate: ({ id, name }: PromptTemplate, argument: string) =>
      run(`/${name}`, (threadId) => api.runTemplate(threadId, id, argument), true),
    /** Runs a command of the person; as above. */
    runInShell: ({ command, isTold }: ShellDraft) =>
      run('the command', (threadId) => api.runInShell(threadId, command, isTold), false),
    /** @param name null: none */
    chooseAgent: (name: string | null) => ask((threadId) => api.chooseAgent(threadId, name)),
    /** Makes the model sum up the thread. */
    compact: (instructions: string) => run('/compact', (threadId) => api.compact(threadId, instructions), false),
    stop,
    retry,
    /** Whether whoever answers in the shown thread may be prompted now. */
    mayPrompt: () => mayPrompt(sessions.shown()),
    /** Makes an answer's next attempt now, instead of waiting for it. */
    retryNow: () => inThread((threadId) => api.retryNow(threadId)),
    /** Answers the question of a waiting tool call. @param question number in the answered state */
    decideTool: (...answer: ToolAnswer) => inThread((threadId) => api.decideTool(threadId, ...answer)),
    /** The same in a thread that is not shown. */
    decideToolIn: (of: string, ...answer: ToolAnswer) =>
      inThread((threadId) => api.decideTool(threadId, ...answer), sessions.of(of)),
    /** Opens in the editor the request that the draft would send to the model. */
    async showRequest() {
      const { draft, images, editing } = sessions.shown().get();
      const more = { ...(images.length > 0 && { images }), ...(editing !== null && { replaces: editing }) };
      await ask((threadId) => api.showRequest(threadId, asSent({ text: draft, ...more })));
    },
    ask,
  };
}

const cancelled: Failure = { code: 'cancelled', message: 'You cancelled it.' };
