import { z } from 'zod/mini';
import { isAgentRef } from '../../../shared/contract/agent-servers/agent-ref.ts';
import {
  type CompletionRequest,
  type ContextUse,
  formatModelRef,
  parseModelRef,
} from '../../../shared/contract/provider.ts';
import type { ThreadEntry } from '../../../shared/contract/thread.ts';
import { tokensOf } from '../../../shared/thread/cost.ts';
import type { Deadlines } from '../../deadlines.ts';
import type { FoundModel, ProviderRegistry } from '../../providers/provider-registry.ts';
import type { OpenThread } from '../threads/open-thread.ts';
import type { AnswerSetup, ThreadSetups } from '../threads/thread-setups.ts';
import { buildRequest, summaryBefore } from './build-request.ts';
import { estimateTokens } from './estimate-tokens.ts';
import type { ReadBrief } from './thread-brief.ts';

export interface ContextMeterDeps {
  readonly registry: Pick<ProviderRegistry, 'find' | 'refresh'>;
  readonly setups: ThreadSetups;
  readonly brief: ReadBrief;
  readonly deadlines: Deadlines['providers'];
  /** What an agent server said last of the context of a thread; null: nothing. */
  agentUse(threadId: string): ContextUse | null;
}

/** Says how much of its model's context a thread takes. */
export type ContextMeter = ReturnType<typeof createContextMeter>;

const countSchema = z.nullable(z.int().check(z.nonnegative()));

export function createContextMeter(deps: ContextMeterDeps) {
  const { registry, setups } = deps;
  const { tokensMs } = deps.deadlines;
  /** The models whose extension was told that it counts wrongly: said once, for the estimate does no harm. */
  const told = new Set<string>();

  /** null: its agent is gone. */
  async function setupOf(thread: OpenThread): Promise<AnswerSetup | null> {
    const setup = await setups.of(thread);
    return setup.ok ? setup.value : null;
  }

  function find(model: string | undefined): FoundModel | null {
    const found = model === undefined ? null : registry.find(model);
    return found?.ok ? found.value : null;
  }

  function showUsage(thread: OpenThread, model: FoundModel | null): boolean {
    const tokens = lastUsed(thread);
    if (tokens > 0) thread.setContext({ tokens, limit: limitOf(model), source: 'usage' });
    return tokens > 0;
  }

  /** @returns null when the extension does not count, or not now */
  async function count({ handle, ref }: FoundModel, request: CompletionRequest): Promise<number | null> {
    const { providerId, modelId } = ref;
    try {
      const answer = await handle.call(
        'provider.countTokens',
        { providerId, modelId, request },
        { deadlineMs: tokensMs },
      );
      const read = countSchema.safeParse(answer);
      if (read.success) return read.data;
      const name = formatModelRef(ref);
      if (!told.has(name)) handle.noteFault(`counts the tokens for ${modelId} as something that is no whole number`);
      told.add(name);
    } catch {
      // An estimate does as well.
    }
    return null;
  }

  return {
    /** A service has said how much it was; costs nothing. */
    noteUsage: (thread: OpenThread, model: string) => void showUsage(thread, find(model)),
    /** As well as it can be known; an extension may be asked. Never rejects, and nothing waits for it. */
    async measure(thread: OpenThread) {
      if (!thread.entries.some(({ kind }) => kind === 'prompt')) return thread.setContext(null);
      const setup = await setupOf(thread);
      // An agent server tells it of itself.
      if (isAgentRef(setup?.model ?? '')) return thread.setContext(deps.agentUse(thread.id));
      let model = find(setup?.model);
      if (showUsage(thread, model) && model?.info) return;
      const size = sentSize(thread.entries);
      const isStale = async () => (await setupOf(thread))?.model !== setup?.model || sentSize(thread.entries) !== size;
      // For a count alone no extension is loaded: an estimate does.
      if (model && !model.info) {
        await registry.refresh(model.ref.extensionId, model.ref.providerId).catch(() => {});
        if (await isStale()) return;
        model = find(setup?.model);
      }
      if (showUsage(thread, model)) return;
      const { told, offered } = await deps.brief(thread, setup, model?.info);
      if (await isStale()) return;
      const request = buildRequest(thread.view, null, { model: model?.info, offered, told });
      const counted = model && mayCount(model, thread.entries) ? await count(model, request) : null;
      if (await isStale()) return;
      const known =
        counted === null
          ? ({ tokens: estimateTokens(request), source: 'estimate' } as const)
          : ({ tokens: counted, source: 'counted' } as const);
      thread.setContext({ ...known, limit: limitOf(model) });
    },
  };
}

/** Notes, labels, titles and the like change nothing of what is sent. */
const unsent: ReadonlySet<ThreadEntry['kind']> = new Set<ThreadEntry['kind']>([
  ...([
    'title',
    'title-usage',
    'archived',
    'note',
    'labels',
    'limit',
    'command-reply',
    'tool-output',
    'shell-output',
    'task',
    'handover',
    'answerer',
  ] as const),
  ...(['queue-added', 'queue-edited', 'queue-order'] as const),
]);
const sentSize = (entries: readonly ThreadEntry[]): number =>
  entries.reduce((size, { kind }) => size + Number(!unsent.has(kind)), 0);

const limitOf = (model: FoundModel | null): number => model?.info?.maxTokenCount ?? 0;

/** The tokens of the last step of the answer that the next request continues; 0: its service said nothing of it. */
function lastUsed({ view, entries }: OpenThread): number {
  const last = view.turns.length - 1;
  const answer = view.turns[last]?.answers.at(-1);
  // An agent counts what its own model read. Content that was summed up after it is not sent any more.
  if (!answer?.usage || isAgentRef(answer.model) || summaryBefore(view, view.turns.length)?.place === last) return 0;
  const step = entries.findLast((entry) => entry.kind === 'answer-usage' && entry.answerId === answer.id);
  if (step?.kind === 'answer-usage' && step.usage.isEstimated) return 0;
  return tokensOf(answer.usage) - (answer.earlierUsage ? tokensOf(answer.earlierUsage) : 0);
}

/** Some extensions count over the network: what their provider was never sent is not sent to it for that. */
function mayCount({ isAuthenticated, ref }: FoundModel, entries: readonly ThreadEntry[]): boolean {
  const last = entries.findLast((entry) => entry.kind === 'answer-started');
  const answered = last && parseModelRef(last.model);
  return (
    isAuthenticated === true && answered?.extensionId === ref.extensionId && answered.providerId === ref.providerId
  );
}
