import { z } from 'zod/mini';
import {
  type CompletionRequest,
  formatModelRef,
  type ModelInfo,
  parseModelRef,
  type TokenUsage,
} from '../../shared/contract/provider.ts';
import type { ThreadEntry } from '../../shared/contract/thread.ts';
import { foldThread } from '../../shared/thread/fold-thread.ts';
import type { FoundModel, ProviderRegistry } from '../providers/provider-registry.ts';
import { buildRequest } from './build-request.ts';
import { estimateTokens } from './estimate-tokens.ts';
import type { OfferedTools } from './offered-tools.ts';
import type { OpenThread } from './open-thread.ts';

export interface ContextMeterDeps {
  readonly registry: Pick<ProviderRegistry, 'find' | 'refresh'>;
  savedModel(): string | undefined;
  offered(model: ModelInfo | undefined): OfferedTools;
}

/** Says how much of its model's context a conversation takes. */
export interface ContextMeter {
  /** A service has said how much it was; costs nothing. */
  noteUsage(thread: OpenThread): void;
  /** As well as it can be known; an extension may be asked. Never rejects, and nothing waits for it. */
  measure(thread: OpenThread): Promise<void>;
}

/** How long an extension may take to count, in ms. */
const deadlineMs = 3_000;
const countSchema = z.nullable(z.int().check(z.nonnegative()));

export function createContextMeter(deps: ContextMeterDeps): ContextMeter {
  const { registry, savedModel } = deps;
  /** The models whose extension was told that it counts wrongly: said once, for the estimate does no harm. */
  const told = new Set<string>();

  function find(): FoundModel | null {
    const model = savedModel();
    const found = model === undefined ? null : registry.find(model);
    return found?.ok ? found.value : null;
  }

  function showUsage(thread: OpenThread, model: FoundModel | null): boolean {
    const usage = lastUsage(thread.entries);
    if (usage) thread.setContext({ tokens: totalOf(usage), limit: limitOf(model), source: 'usage' });
    return usage !== null;
  }

  /** @returns null when the extension does not count, or not now */
  async function count({ handle, ref }: FoundModel, request: CompletionRequest): Promise<number | null> {
    const { providerId, modelId } = ref;
    try {
      const answer = await handle.call('provider.countTokens', { providerId, modelId, request }, { deadlineMs });
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
    noteUsage: (thread) => void showUsage(thread, find()),
    async measure(thread) {
      if (!thread.entries.some(({ kind }) => kind === 'prompt')) return thread.setContext(null);
      let model = find();
      if (showUsage(thread, model) && model?.info) return;
      const asked = savedModel();
      const size = sentSize(thread.entries);
      const isStale = () => savedModel() !== asked || sentSize(thread.entries) !== size;
      if (model && (!model.info || model.isAuthenticated === null)) {
        await registry.refresh(model.ref.extensionId, model.ref.providerId).catch(() => {});
        if (isStale()) return;
        model = find();
      }
      if (showUsage(thread, model)) return;
      const request = buildRequest(foldThread(thread.entries), null, model?.info, deps.offered(model?.info));
      const counted = model && mayCount(model, thread.entries) ? await count(model, request) : null;
      if (isStale()) return;
      const known =
        counted === null
          ? ({ tokens: estimateTokens(request), source: 'estimate' } as const)
          : ({ tokens: counted, source: 'counted' } as const);
      thread.setContext({ ...known, limit: limitOf(model) });
    },
  };
}

/** What a thread is called does not change what is sent. */
const sentSize = (entries: readonly ThreadEntry[]): number =>
  entries.reduce((size, { kind }) => size + Number(kind !== 'title' && kind !== 'archived'), 0);

const limitOf = (model: FoundModel | null): number => model?.info?.maxTokenCount ?? 0;

const totalOf = (usage: TokenUsage): number =>
  usage.inputTokens + usage.outputTokens + (usage.cacheReadInputTokens ?? 0) + (usage.cacheCreationInputTokens ?? 0);

/** Of the last round of the last answer, which the next request continues. */
function lastUsage(entries: readonly ThreadEntry[]): TokenUsage | null {
  const last = entries.findLast(
    ({ kind }) =>
      kind === 'answer-usage' ||
      kind === 'answer-round' ||
      kind === 'answer-retry' ||
      kind === 'answer-started' ||
      kind === 'prompt',
  );
  return last?.kind === 'answer-usage' ? last.usage : null;
}

/** Some extensions count over the network: what their provider was never sent is not sent to it for that. */
function mayCount({ isAuthenticated, ref }: FoundModel, entries: readonly ThreadEntry[]): boolean {
  const last = entries.findLast((entry) => entry.kind === 'answer-started');
  const answered = last && parseModelRef(last.model);
  return (
    isAuthenticated === true && answered?.extensionId === ref.extensionId && answered.providerId === ref.providerId
  );
}
