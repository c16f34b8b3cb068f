import { randomUUID } from 'node:crypto';
import { fail, ok, type Result } from '../../shared/contract/errors.ts';
import type { Notice } from '../../shared/contract/host-state.ts';
import { parseModelRef } from '../../shared/contract/provider.ts';
import type { MainEvent, RendererApi } from '../../shared/contract/renderer-api.ts';
import { foldThread } from '../../shared/thread/fold-thread.ts';
import type { CompletionLimits } from '../providers/completion-stream.ts';
import type { FoundModel, ProviderRegistry } from '../providers/provider-registry.ts';
import { buildRequest } from './build-request.ts';
import { endOfApp, type OpenThread, openThread } from './open-thread.ts';
import type { ThreadLog } from './thread-log.ts';
import { AnswerAbort, runTurn } from './turn-loop.ts';

export interface AgentServiceDeps {
  readonly registry: ProviderRegistry;
  readonly threads: ThreadLog;
  publish(event: MainEvent): void;
  showNotice(notice: Notice): void;
  /** The absolute path of the open workspace, "" without one. */
  workspacePath(): string;
  savedModel(): string | undefined;
  saveModel(model: string): void | Promise<void>;
  /** A person's action lets a provider ask for its key again. */
  personActed(extensionId: string, providerId: string): void;
  readonly limits?: Partial<CompletionLimits>;
}

export type AgentService = RendererApi['agent'] & {
  /** Ends running answers, keeping their text, and writes what is pending. */
  close(): Promise<void>;
};

export function createAgentService(deps: AgentServiceDeps): AgentService {
  const { registry, threads } = deps;
  /** The thread that a workspace shows. */
  const shown = new Map<string, Promise<OpenThread>>();
  const open = new Map<string, OpenThread>();
  let choosing = new AbortController();

  async function load(workspace: string): Promise<OpenThread> {
    const file = await threads.last(workspace).catch((error: Error) => {
      deps.showNotice({
        id: 'thread-unreadable',
        severity: 'warning',
        text: `The last conversation could not be read (${error.message}). Its file is unchanged; this is a new one.`,
        actions: [],
      });
      return null;
    });
    if (file && file.unreadable > 0) {
      const lines =
        file.unreadable === 1
          ? 'One line of this conversation could not be read. It is kept'
          : `${file.unreadable} lines of this conversation could not be read. They are kept`;
      deps.showNotice({
        id: `thread-lines-unreadable:${file.id}`,
        severity: 'warning',
        text: `${lines} in ${file.path}.`,
        actions: [],
      });
    }
    return hold(openThread(file ?? threads.create(workspace), deps.publish));
  }

  function hold(thread: OpenThread): OpenThread {
    open.set(thread.id, thread);
    return thread;
  }

  function current(): Promise<OpenThread> {
    const workspace = deps.workspacePath();
    let thread = shown.get(workspace);
    if (!thread) {
      thread = load(workspace);
      shown.set(workspace, thread);
    }
    return thread;
  }

  /** A new thread in the place of one that says something; its running answer is stopped. */
  function successor(before: OpenThread): OpenThread {
    if (before.entries.length === 0) return before;
    const { running } = before;
    running?.controller.abort();
    open.delete(before.id);
    void Promise.resolve(running?.done).then(() => before.close());
    return hold(openThread(threads.create(before.workspace), deps.publish));
  }

  /** The saved model, ready to answer; the credential dialog may appear. */
  async function readyModel(signal: AbortSignal): Promise<Result<FoundModel>> {
    const model = deps.savedModel();
    if (model === undefined) return fail('model-missing', 'No model is chosen. Your text is kept.');
    const found = registry.find(model);
    if (!found.ok) return found;
    deps.personActed(found.value.ref.extensionId, found.value.ref.providerId);
    if (found.value.isAuthenticated) return found;
    const resolved = await registry.resolve(model, signal);
    if (!resolved.ok) return resolved;
    if (resolved.value !== model) await deps.saveModel(resolved.value);
    return registry.find(resolved.value);
  }

  /** @param promptOf adds the prompt, or names the one there is; called only when the answer can begin */
  async function answer(thread: OpenThread, promptOf: () => string): Promise<Result<null>> {
    if (thread.running) return fail('answer-running', 'An answer is still being written. Your text is kept.');
    const controller = new AbortController();
    const running = { controller, done: Promise.resolve() };
    // Claimed before the first wait, so that two sends never become two answers.
    thread.running = running;
    const release = () => {
      thread.running = null;
    };
    let isStarted = false;
    try {
      const model = await readyModel(controller.signal);
      if (!model.ok) return model;
      if (controller.signal.aborted) return fail('cancelled', 'It was stopped. Your text is kept.');
      const promptId = promptOf();
      const request = buildRequest(foldThread(thread.entries), promptId, model.value.info);
      const { append } = thread;
      running.done = runTurn({
        model: model.value,
        promptId,
        request,
        append,
        signal: controller.signal,
        limits: deps.limits,
      }).finally(release);
      isStarted = true;
      return ok(null);
    } finally {
      if (!isStarted) release();
    }
  }

  const notOpen = () => fail('invalid-request', 'This conversation is not open any more. Your text is kept.');

  return {
    providers: async () => [...registry.providers()],
    async chooseModel(model) {
      choosing.abort();
      choosing = new AbortController();
      const ref = parseModelRef(model);
      if (ref) deps.personActed(ref.extensionId, ref.providerId);
      const chosen = await registry.resolve(model, choosing.signal);
      if (chosen.ok) await deps.saveModel(chosen.value);
      return chosen;
    },
    thread: async () => (await current()).snapshot(),
    async newThread() {
      const before = current();
      // Set before the first wait, so that asking twice in a row makes one thread.
      const next = before.then(successor);
      shown.set(deps.workspacePath(), next);
      return (await next).snapshot();
    },
    async send(threadId, text) {
      const thread = open.get(threadId);
      if (!thread) return notOpen();
      if (text.trim() === '') return fail('invalid-request', 'There is nothing to send yet.');
      return answer(thread, () => {
        const id = randomUUID();
        thread.append([{ kind: 'prompt', id, at: Date.now(), text }]);
        return id;
      });
    },
    async stop(threadId) {
      const running = open.get(threadId)?.running;
      running?.controller.abort();
      await running?.done;
    },
    async retry(threadId) {
      const thread = open.get(threadId);
      if (!thread) return notOpen();
      const prompt = thread.entries.findLast((entry) => entry.kind === 'prompt');
      if (!prompt) return fail('invalid-request', 'There is no prompt to answer yet.');
      return answer(thread, () => prompt.id);
    },
    async close() {
      choosing.abort();
      const all = [...open.values()];
      for (const { running } of all) running?.controller.abort(new AnswerAbort(endOfApp));
      await Promise.all(
        all.map(async (thread) => {
          await thread.running?.done;
          await thread.close();
        }),
      );
      await threads.close();
    },
  };
}
