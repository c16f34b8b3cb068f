import { type Failure, FailureError, toFailure } from '../../shared/contract/errors.ts';
import type { ModelInfo, ProviderSnapshot } from '../../shared/contract/provider.ts';
import type { ExtensionHandle } from '../extensions/extension-handle.ts';
import { within } from './bounded.ts';
import { manifestModels, readModels } from './model-list.ts';

/** What main knows of one provider of one extension, kept fresh by asking the extension. */
export interface ProviderState {
  readonly handle: ExtensionHandle;
  readonly providerId: string;
  snapshot(): ProviderSnapshot;
  /** null until the extension has said it. */
  isAuthenticated(): boolean | null;
  /** Whether the extension has listed its models since it was found. */
  hasListed(): boolean;
  /** Why the last listing failed. */
  modelsFailure(): Failure | null;
  /** Asks the extension for what it offers now; joins a refresh that is under way. Never rejects. */
  refresh(): Promise<void>;
  /** As `refresh`, but what is read is not older than the call. */
  refreshAfresh(): Promise<void>;
  /** As `refreshAfresh`, but later when there was one just now: an extension may say it as often as it likes. */
  refreshSoon(): void;
  /** Asks afresh. @throws {FailureError} when the extension does not answer */
  askAuthenticated(): Promise<boolean>;
}

export interface ProviderLimits {
  /** How long an extension may take to list models or to say whether it has a key, in ms. */
  readonly answerMs: number;
  /** The shortest time between two refreshes that an extension asks for, in ms. */
  readonly refreshGapMs: number;
}

export function createProviderState(
  handle: ExtensionHandle,
  providerId: string,
  limits: ProviderLimits,
  onChange: () => void,
): ProviderState {
  const { manifest } = handle;
  const declared = manifest.language_model_providers[providerId];
  if (!declared) throw new Error(`no provider ${providerId} in the manifest of ${manifest.id}`);
  let models: readonly ModelInfo[] = manifestModels(declared);
  let authenticated: boolean | null = null;
  let failure: Failure | null = null;
  let refreshing: Promise<void> | null = null;
  let hasListed = false;
  let isRefreshDue = false;

  const snapshot = (): ProviderSnapshot => ({
    extensionId: manifest.id,
    extensionName: manifest.name,
    providerId,
    name: declared.name,
    models,
    isAuthenticated: authenticated ?? false,
    ...(failure && !isJustMissingKey(failure) ? { problem: failure.message } : {}),
  });

  /** A provider without a key that says so is in order: the picker offers to enter one. */
  const isJustMissingKey = ({ code }: Failure): boolean =>
    !authenticated && (code === 'credential-missing' || code === 'provider-auth');

  const ask = (method: 'provider.models' | 'provider.isAuthenticated'): Promise<unknown> =>
    within(
      handle.call(method, { providerId }, { deadlineMs: limits.answerMs }),
      limits.answerMs,
      () => `${manifest.name} did not answer within ${Math.ceil(limits.answerMs / 1000)} s.`,
    );

  let asked = 0;

  async function askAuthenticated(): Promise<boolean> {
    asked += 1;
    const turn = asked;
    const answer = await ask('provider.isAuthenticated');
    if (typeof answer !== 'boolean') {
      throw new FailureError({
        code: 'protocol-fault',
        message: `${manifest.name} did not say whether it has a key.`,
        extensionId: manifest.id,
      });
    }
    // An older question may be answered later.
    if (turn === asked && authenticated !== answer) {
      authenticated = answer;
      onChange();
    }
    return answer;
  }

  async function refreshNow(): Promise<void> {
    const before = JSON.stringify(snapshot());
    const [listed, said] = await Promise.allSettled([
      ask('provider.models').then((sent) => readModels(sent, manifest.name)),
      askAuthenticated(),
    ]);
    if (listed.status === 'fulfilled') {
      models = listed.value;
      hasListed = true;
    }
    const rejected = [listed, said].find((one) => one.status === 'rejected');
    failure = rejected ? { ...toFailure(rejected.reason), extensionId: manifest.id } : null;
    if (JSON.stringify(snapshot()) !== before) onChange();
  }

  function refresh(): Promise<void> {
    refreshing ??= refreshNow().finally(() => {
      refreshing = null;
    });
    return refreshing;
  }

  /** What a refresh under way has read may be older than the change that is asked for. */
  async function refreshAfresh(): Promise<void> {
    await refreshing;
    await refresh();
  }

  return {
    handle,
    providerId,
    snapshot,
    isAuthenticated: () => authenticated,
    modelsFailure: () => failure,
    refresh,
    refreshAfresh,
    hasListed: () => hasListed,
    refreshSoon() {
      if (isRefreshDue) return;
      isRefreshDue = true;
      setTimeout(() => {
        isRefreshDue = false;
        void refreshAfresh();
      }, limits.refreshGapMs).unref();
    },
    askAuthenticated,
  };
}
