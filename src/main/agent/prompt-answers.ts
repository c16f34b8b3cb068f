import { fail, ok, type Result } from '../../shared/contract/errors.ts';
import type { ContributedTool } from '../../shared/contract/tool.ts';
import { foldThread } from '../../shared/thread/fold-thread.ts';
import type { CompletionLimits } from '../providers/completion-stream.ts';
import type { FoundModel, ProviderRegistry } from '../providers/provider-registry.ts';
import { buildRequest } from './build-request.ts';
import { createCacheConfigurations } from './cache-configurations.ts';
import type { ContextMeter } from './context-meter.ts';
import { offerTools } from './offered-tools.ts';
import type { OpenThread, Running } from './open-thread.ts';
import { type RetryLimits, retryLimits } from './retry-policy.ts';
import type { ToolApprovals } from './tool-approvals.ts';
import { runTurn } from './turn-loop.ts';

export interface PromptAnswersDeps {
  readonly registry: Pick<ProviderRegistry, 'find' | 'resolve'>;
  readonly approvals: ToolApprovals;
  readonly meter: ContextMeter;
  savedModel(): string | undefined;
  saveModel(model: string): void | Promise<void>;
  /** A person's action lets a provider ask for its key again. */
  personActed(extensionId: string, providerId: string): void;
  /** The tools of the extensions that are enabled, running or not. */
  tools(): readonly ContributedTool[];
  /** Runs a tool in its extension, whose answer is not checked yet. A person has allowed it. */
  runTool(tool: ContributedTool, input: unknown, signal: AbortSignal): Promise<unknown>;
  /** An answer has ended, however it did. */
  onAnswered(thread: OpenThread): void;
  readonly limits?: Partial<CompletionLimits>;
  readonly retryLimits?: Partial<RetryLimits>;
}

/** What is to be answered. */
export interface Prompt {
  readonly hasImages: boolean;
  /** Adds it to the thread, unless it is there; called only when the answer can begin. */
  id(): string;
}

export interface PromptAnswers {
  /** Resolves when it is clear whether the prompt can be answered; the credential dialog may appear before. */
  answer(thread: OpenThread, running: Running, prompt: Prompt): Promise<Result<{ answer: Promise<void> }>>;
  /** An extension was (re)activated: what it said of its models may hold no more. */
  extensionActivated(extensionId: string): void;
}

/** Answers prompts with the model that is saved. */
export function createPromptAnswers(deps: PromptAnswersDeps): PromptAnswers {
  const { registry, approvals, meter } = deps;
  const caches = createCacheConfigurations();

  /** The saved model, ready to answer. */
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

  async function answer(
    thread: OpenThread,
    { controller: { signal }, retryWait }: Running,
    prompt: Prompt,
  ): Promise<Result<{ answer: Promise<void> }>> {
    const model = await readyModel(signal);
    if (!model.ok) return model;
    const { info, ref, handle } = model.value;
    if (prompt.hasImages && !info?.capabilities.supportsImages) {
      const message = `${info?.name ?? ref.modelId} takes no images. Remove them, or choose a model that takes them.`;
      return fail('invalid-request', message, { extensionId: handle.manifest.id });
    }
    if (signal.aborted) return fail('cancelled', 'It was stopped. Your text is kept.');
    const promptId = prompt.id();
    const offered = offerTools(deps.tools(), info);
    const turn = runTurn({
      model: model.value,
      promptId,
      request: buildRequest(foldThread(thread.entries), promptId, info, offered),
      tools: {
        offered,
        isAllowed: (tool) => approvals.isAllowed(thread.id, tool),
        ask: (toolUseId, tool, stop) => approvals.ask(thread.id, toolUseId, tool, stop),
        run: deps.runTool,
      },
      append(entries) {
        thread.append(entries);
        if (entries.some(({ kind }) => kind === 'answer-usage')) meter.noteUsage(thread);
      },
      setActivity: thread.setActivity,
      cacheOf: () => caches.of(model.value, signal),
      countedTokens: () => (thread.context?.source === 'estimate' ? 0 : (thread.context?.tokens ?? 0)),
      retryLimits: { ...retryLimits, ...deps.retryLimits },
      retryWait,
      signal,
      limits: deps.limits,
    });
    return ok({ answer: turn.then(() => deps.onAnswered(thread)) });
  }

  return { answer, extensionActivated: caches.forget };
}
