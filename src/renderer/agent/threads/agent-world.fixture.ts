import { ok } from '../../../shared/contract/errors.ts';
import type { PromptImage } from '../../../shared/contract/prompt-image.ts';
import type { ProviderSnapshot } from '../../../shared/contract/provider.ts';
import type { MainEvent, RendererApi } from '../../../shared/contract/renderer-api.ts';
import type { Draft, ThreadEntry, ThreadSnapshot } from '../../../shared/contract/thread.ts';
import { createEmitter } from '../../../shared/emitter.ts';
import { modelInfo } from '../../../shared/testing/model-info.ts';
import type { ReadImage } from '../images/draft-images.ts';
import { queueEditing } from '../queue/queue-edits.ts';
import { type AgentEffects, createAgent } from './create-agent.ts';

/** For emitters: what a handler throws fails the test. */
export const rethrow = (error: unknown): never => {
  throw error;
};

export { prompt, started } from '../../../shared/thread/thread-entries.fixture.ts';
export const said = (answerId: string, text: string): ThreadEntry => ({ kind: 'answer-text', answerId, text });
export const ended: ThreadEntry = { kind: 'answer-ended', answerId: 'a', at: 3, end: { type: 'stopped-by-person' } };

export const provider: ProviderSnapshot = {
  extensionId: 'sample',
  extensionName: 'Sample',
  providerId: 'models',
  name: 'Sample models',
  isAuthenticated: true,
  models: [modelInfo('one', { name: 'One', isDefault: true })],
};

export const emptySnapshot: ThreadSnapshot = {
  id: 't',
  edition: 'first',
  from: 0,
  entries: [],
  activity: null,
  context: null,
  draft: { text: '', images: [] },
};

/** A file is an image when its text is a word; the word is its data. */
export const readImage: ReadImage = async (file) => {
  const data = await file.text();
  return /^\w+$/.test(data) ? imageOf(data) : 'That is no image.';
};
export const imageOf = (data: string): PromptImage => ({ mediaType: 'image/png', data, width: 1, height: 1 });

/** An answer that the test gives when it likes. */
export function later<T>(): { promise: Promise<T>; resolve: (value: T) => void } {
  let resolve: (value: T) => void = () => {};
  const promise = new Promise<T>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}

/** The other side of the API, played by the test: what it answers, what it was asked, and its frames. */
export function world(
  answers: Partial<RendererApi['agent'] & Pick<RendererApi['threads'], 'open' | 'readAhead'>> &
    Partial<Pick<AgentEffects, 'mayBeHeldBack' | 'mayPrompt'>> = {},
  model: string | null = 'sample:models/one',
  /** The drafts that main keeps. */
  kept = new Map<string, Draft>(),
) {
  const asked: string[] = [];
  const frames: (() => void)[] = [];
  const events = createEmitter<MainEvent>(rethrow);
  const tell = events.emit;
  let sent = 0;
  const withDraft = (snapshot: ThreadSnapshot) => ({ ...snapshot, draft: kept.get(snapshot.id) ?? snapshot.draft });
  const note = (what: string, call: readonly unknown[]) => {
    asked.push(`${what} ${call.map((each) => (typeof each === 'string' ? each : JSON.stringify(each))).join(' ')}`);
    return ok(null);
  };
  const api: RendererApi['agent'] = {
    providers: async () => [provider],
    chooseModel: async (wanted) => {
      asked.push(`choose ${wanted}`);
      return ok(wanted);
    },
    thread: async () => withDraft(emptySnapshot),
    threadDrawn: async () => {},
    newThread: async () => ok(withDraft({ ...emptySnapshot, id: 'new' })),
    send: async (threadId, { text, images, replaces }) => {
      const instead = replaces === undefined ? '' : ` instead of ${replaces}`;
      asked.push(`send ${threadId} ${text}${(images ?? []).map(({ data }) => ` [${data}]`).join('')}${instead}`);
      return ok(null);
    },
    keepDraft: async (threadId, text, images = kept.get(threadId)?.images ?? []) =>
      void kept.set(threadId, { text, images }),
    stop: async (threadId) => void asked.push(`stop ${threadId}`),
    retry: async (threadId) => {
      asked.push(`retry ${threadId}`);
      return ok(null);
    },
    retryNow: async (threadId) => void asked.push(`retry now ${threadId}`),
    runSlashCommand: async (...call) => {
      asked.push(`command ${call.join(' ')}`);
      return ok(null);
    },
    runInShell: async (...call) => note('shell', call),
    decideTool: async (...call) => void asked.push(`decide ${call.join(' ')}`),
    runTemplate: async (...call) => note('template', call),
    compact: async (...call) => note('compact', call),
    editQueued: async (...call) => note('edit', call),
    orderQueue: async (...call) => note('order', call),
    sendQueuedNow: async (...call) => note('now', call),
    regenerate: async (...call) => note('regenerate', call),
    continueAnswer: async (...call) => note('go on', call),
    showBranch: async (...call) => note('branch', call),
    annotate: async (...call) => note('annotate', call),
    setLimit: async (...call) => note('limit', call),
    chooseAgent: async (...call) => note('agent', call),
    answerPause: async (...call) => void note('pause', call),
    showRequest: async (...call) => note('request', call),
    ...answers,
  };
  const agent = createAgent(
    {
      api,
      threads: {
        open: answers.open ?? (async (id) => ok(withDraft({ ...emptySnapshot, id }))),
        readAhead: answers.readAhead ?? (async (id) => ok(withDraft({ ...emptySnapshot, id }))),
      },
      agents: {
        openSession: async (...call) => {
          note('session', call);
          return ok(withDraft({ ...emptySnapshot, id: 'kept' }));
        },
      },
      onEvents: events.on,
      schedule: (task) => void frames.push(task),
      whenDrawn: (task) => task(),
      newId: () => `sent-${++sent}`,
      readImage,
      queueEditing,
      mayPrompt: answers.mayPrompt ?? (async () => true),
      mayBeHeldBack: answers.mayBeHeldBack ?? (() => false),
      asSent: ({ text, ...more }) => ({ text: text.toUpperCase(), ...more }),
    },
    model ?? undefined,
  );
  return {
    agent,
    api,
    asked,
    tell,
    entries: (from: number, ...entries: ThreadEntry[]) =>
      tell({ type: 'thread-entries', threadId: 't', entries, from }),
    entriesOf: (threadId: string, from: number, ...entries: ThreadEntry[]) =>
      tell({ type: 'thread-entries', threadId, entries, from }),
    frame() {
      const due = frames.splice(0);
      for (const task of due) task();
      return due.length;
    },
    /** Of the panel, and of the thread that is shown. */
    state: () => ({ ...agent.store.getState(), ...agent.thread() }),
    texts: () => agent.thread().view.turns.map((turn) => [turn.text, ...turn.answers.map((answer) => answer.parts)]),
  };
}

export async function loaded(...parameters: Parameters<typeof world>) {
  const its = world(...parameters);
  its.agent.connect();
  await its.agent.load();
  return its;
}
