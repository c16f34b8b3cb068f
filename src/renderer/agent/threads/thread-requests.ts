import type { ContributedSlashCommand } from '../../../shared/contract/command.ts';
import { type Failure, type Result, toFailure } from '../../../shared/contract/errors.ts';
import type { DraftedPrompt } from '../../../shared/contract/methods/agent-methods.ts';
import type { PromptTemplate } from '../../../shared/contract/prompt-template.ts';
import type { RendererApi } from '../../../shared/contract/renderer-api.ts';
import type { ToolDecision } from '../../../shared/contract/tool.ts';
import { isBusy } from './agent-state.ts';
import { failureOf } from './failure-of.ts';
import { allTakenBack } from './outgoing-prompts.ts';
import type { ThreadSessions } from './thread-sessions.ts';

/** Requests for the shown thread. They keep to that thread when another one is shown meanwhile. */
export interface ThreadRequests {
  /** Runs a slash command; its text returns to the field when it fails. */
  runCommand(command: ContributedSlashCommand, argument: string): Promise<void>;
  runTemplate(template: PromptTemplate, argument: string): Promise<void>;
  /** Has the model summarise the thread. */
  compact(instructions: string): Promise<void>;
  /** Takes back prompts that wait to be sent; without any, stops the command or the answer. */
  stop(): Promise<void>;
  retry(): Promise<void>;
  /** Makes a pending retry happen now. */
  retryNow(): Promise<void>;
  /** Decides whether a waiting call may run. @param question number of the question that was answered */
  decideTool(toolUseId: string, decision: ToolDecision, question?: number): Promise<void>;
  /** Opens the request that would be sent with the draft in the editor. */
  showRequest(): Promise<void>;
  /** Any other request for a thread. A failure is shown there. @returns whether it was done */
  ask(request: (threadId: string) => Promise<Result<unknown>>, threadId?: string): Promise<boolean>;
}

export function createThreadRequests(
  sessions: ThreadSessions,
  api: RendererApi['agent'],
  asSent: (draft: DraftedPrompt) => DraftedPrompt,
): ThreadRequests {
  async function run(name: string, act: (threadId: string) => Promise<Result<unknown>>): Promise<void> {
    const session = sessions.shown();
    const { threadId } = session;
    const { draft: text } = session.get();
    if (threadId === null || isBusy(session.get())) return;
    const command = { name, since: Date.now(), text };
    session.change(() => ({ command, draft: '', problem: null, localReply: null }));
    const failure = await failureOf(() => act(threadId));
    session.change(({ draft }) => {
      if (!failure) return { command: null };
      // A cancellation is what the person wanted, and no problem.
      const problem = failure.code === 'cancelled' ? null : failure;
      return { command: null, problem, draft: [text, draft].filter(Boolean).join('\n') };
    });
  }

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
    const failure = await failureOf(() => api.retry(threadId));
    if (failure) session.change(() => ({ retrying: null, problem: failure }));
  }

  async function inThread(act: (threadId: string) => Promise<void>): Promise<void> {
    const session = sessions.shown();
    try {
      if (session.threadId !== null) await act(session.threadId);
    } catch (thrown) {
      session.change(() => ({ problem: toFailure(thrown) }));
    }
  }

  async function ask(
    request: (threadId: string) => Promise<Result<unknown>>,
    threadId = sessions.shown().threadId,
  ): Promise<boolean> {
    if (threadId === null) return false;
    const problem: Failure | null = await failureOf(() => request(threadId));
    if (problem) sessions.of(threadId)?.change(() => ({ problem }));
    return problem === null;
  }

  return {
    runCommand: ({ extensionId, id, name }, argument) =>
      run(name, (threadId) => api.runSlashCommand(threadId, extensionId, id, argument)),
    runTemplate: ({ id, name }, argument) => run(name, (threadId) => api.runTemplate(threadId, id, argument)),
    compact: (instructions) => run('compact', (threadId) => api.compact(threadId, instructions)),
    stop,
    retry,
    retryNow: () => inThread((threadId) => api.retryNow(threadId)),
    decideTool: (...answer) => inThread((threadId) => api.decideTool(threadId, ...answer)),
    async showRequest() {
      const { draft, images, editing } = sessions.shown().get();
      const more = { ...(images.length > 0 && { images }), ...(editing !== null && { replaces: editing }) };
      await ask((threadId) => api.showRequest(threadId, asSent({ text: draft, ...more })));
    },
    ask,
  };
}
