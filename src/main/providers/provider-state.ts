import { within } from '../../shared/bounded.ts';
import {
  extensionFailureCodes,
  type Failure,
  type FailureCode,
  FailureError,
  toFailure,
} from '../../shared/contract/errors.ts';
import type { ProviderInfo, ProviderSnapshot } from '../../shared/contract/provider.ts';
import { Semaphore } from '../../shared/semaphore.ts';
import type { ExtensionHandle } from '../extensions/registry/extension-handle.ts';
import { createFaultCount, maxFaults } from './fault-count.ts';
import { readIcon } from './icon/read-icon.ts';
import type { ProviderAnswer } from './kept-answers.ts';
import { manifestModels, readModels } from './provider-models.ts';

/** The state of one provider of one extension, refreshed by asking the extension. */
export type ProviderState = ReturnType<typeof createProviderState>;

export interface ProviderLimits {
  /** Timeout of the extension to list models or to tell whether it has a key, in ms. */
  readonly answerMs: number;
  /** Minimal interval of refreshes requested by an extension, in ms. */
  readonly refreshGapMs: number;
}

const ownCodes: ReadonlySet<FailureCode> = new Set(extensionFailureCodes);
const isSaidByExtension = ({ code }: Failure): boolean =>
  ownCodes.has(code) && code !== 'cancelled' && code !== 'timeout';

export interface ProviderStateOptions {
  readonly limits: ProviderLimits;
  /** The answer of an earlier run, shown until it is asked. */
  readonly kept: ProviderAnswer | null;
  /** Called with each new answer. */
  onAnswer(answer: ProviderAnswer): void;
  onChange(): void;
}

export function createProviderState(
  handle: ExtensionHandle,
  providerId: string,
  { limits, kept, onAnswer, onChange }: ProviderStateOptions,
) {
  const { manifest } = handle;
  const declared = manifest.language_model_providers[providerId];
  if (!declared) throw new Error(`no provider ${providerId} in the manifest of ${manifest.id}`);
  let models = kept?.models ?? manifestModels(declared);
  let authenticated = kept?.isAuthenticated ?? null;
  let failure: Failure | null = null;
  let wasAsked = false;
  let keptProblem = kept?.problem;
  let hasSaid = false;
  let refreshing: Promise<void> | null = null;
  let hasListed = false;
  let isRefreshDue = false;
  let name = kept?.name ?? declared.name;
  let icon: string | undefined;
  let iconPath: string | undefined;
  let offBecause: string | undefined;
  const faults = createFaultCount();

  /** Only the path of the last call is used. */
  async function showIcon(path: string | undefined): Promise<void> {
    if (path === iconPath) return;
    iconPath = path;
    const read = path === undefined ? null : await readIcon(handle.rootPath, path);
    if (path !== iconPath || icon === (read ?? undefined)) return;
    icon = read ?? undefined;
    onChange();
  }
  void showIcon(declared.icon);

  const snapshot = (): ProviderSnapshot => ({
    extensionId: manifest.id,
    extensionName: manifest.name,
    providerId,
    name,
    ...(icon !== undefined && { icon }),
    models,
    isAuthenticated: authenticated,
    ...problemNow(),
    ...(offBecause !== undefined && { offBecause }),
    ...(declared.greeting !== undefined && { greeting: declared.greeting }),
    ...(declared.suggestions.length > 0 && { suggestions: declared.suggestions }),
  });

  function problemNow(): Pick<ProviderSnapshot, 'problem'> {
    if (keptProblem !== undefined) return { problem: keptProblem };
    if (failure && !isJustMissingKey(failure)) return { problem: failure.message };
    const count = faults.recent(Date.now());
    if (count === 0 || offBecause !== undefined) return {};
    const times = count === 1 ? 'once' : `${count} times`;
    return {
      problem: `${manifest.name} sent invalid data ${times} lately. After ${maxFaults} times it is switched off.`,
    };
  }

  /** A missing key is no problem to report: the picker offers to enter one. */
  const isJustMissingKey = ({ code }: Failure): boolean =>
    !authenticated && (code === 'credential-missing' || code === 'provider-auth');

  const ask = (method: 'provider.models' | 'provider.isAuthenticated'): Promise<unknown> =>
    within(
      handle.call(method, { providerId }, { deadlineMs: limits.answerMs }),
      limits.answerMs,
      () => `${manifest.name} did not answer within ${Math.ceil(limits.answerMs / 1000)} s.`,
    );

  let asked = 0;

  /** Asks the extension. @throws {FailureError} when it does not answer */
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
    hasSaid = true;
    // An earlier call may be answered later.
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
    keptProblem = undefined;
    const problem = failure && !isJustMissingKey(failure) ? failure.message : undefined;
    // A failure caused by the end of the app or of the host is no answer.
    const isSaid = listed.status === 'fulfilled' || (failure !== null && isSaidByExtension(failure));
    if (said.status === 'fulfilled' && isSaid) onAnswer({ name, models, isAuthenticated: authenticated, problem });
    if (JSON.stringify(snapshot()) !== before) onChange();
  }

  /** Asks the extension for its present offer; joins a refresh in progress. Never rejects. */
  function refresh(): Promise<void> {
    if (offBecause !== undefined) return Promise.resolve();
    wasAsked = true;
    refreshing ??= refreshNow().finally(() => {
      refreshing = null;
    });
    return refreshing;
  }

  /** Waits for a refresh in progress first, whose result may be older than the change. */
  async function refreshAfresh(): Promise<void> {
    await refreshing;
    await refresh();
  }

  return {
    handle,
    providerId,
    /** Whether it was asked since discovery, or has an answer of an earlier run. */
    isKnown: () => wasAsked || kept !== null,
    /** Whether it was asked since discovery. */
    wasAsked: () => wasAsked,
    snapshot,
    /** null before the first answer of this run: an earlier one is shown, but not acted upon. */
    isAuthenticated: () => (hasSaid ? authenticated : null),
    /** Failure of the last listing. */
    modelsFailure: () => failure,
    refresh,
    /** As `refresh`, but the result is not older than the call. */
    refreshAfresh,
    /** Whether the extension has listed its models since discovery. */
    hasListed: () => hasListed,
    /** As `refreshAfresh`, delayed after a recent refresh: extensions may request it at any rate. */
    refreshSoon() {
      if (isRefreshDue) return;
      isRefreshDue = true;
      setTimeout(() => {
        isRefreshDue = false;
        void refreshAfresh();
      }, limits.refreshGapMs).unref();
    },
    askAuthenticated,
    /** Limits concurrent requests. */
    queue: new Semaphore(declared.concurrency),
    /** Takes the name and the icon that the extension registered. */
    offered(info: ProviderInfo) {
      void showIcon(info.icon ?? declared.icon);
      const given = info.name || declared.name;
      if (given === name) return;
      name = given;
      onChange();
    },
    /** Counts a violation of the interface; too many switch the provider off. */
    noteFault(what: string) {
      if (offBecause !== undefined) return;
      const isTooMany = faults.note(Date.now());
      if (isTooMany) {
        offBecause = `${manifest.name} sent invalid data ${maxFaults} times within ten minutes. The last time it ${what}.`;
      }
      onChange();
    },
    /** Why it is switched off; undefined: it is not. */
    offBecause: () => offBecause,
    switchOn() {
      if (offBecause === undefined) return;
      offBecause = undefined;
      faults.reset();
      onChange();
    },
  };
}
