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

/** What main knows of one provider of one extension, kept fresh by asking the extension. */
export type ProviderState = ReturnType<typeof createProviderState>;

export interface ProviderLimits {
  /** How long an extension may take to list models or to say whether it has a key, in ms. */
  readonly answerMs: number;
  /** The shortest time between two refreshes that an extension asks for, in ms. */
  readonly refreshGapMs: number;
}

const ownCodes: ReadonlySet<FailureCode> = new Set(extensionFailureCodes);
const isSaidByExtension = ({ code }: Failure): boolean =>
  ownCodes.has(code) && code !== 'cancelled' && code !== 'timeout';

export interface ProviderStateOptions {
  readonly limits: ProviderLimits;
  /** Of an earlier run, shown until it is asked. */
  readonly kept: ProviderAnswer | null;
  /** It was asked, and this is what it says now. */
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

  /** The path that was asked for last counts. */
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

  /** Asks afresh. @throws {FailureError} when the extension does not answer */
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
    keptProblem = undefined;
    const problem = failure && !isJustMissingKey(failure) ? failure.message : undefined;
    // What ended the app, or its host, is nothing that it said.
    const isSaid = listed.status === 'fulfilled' || (failure !== null && isSaidByExtension(failure));
    if (said.status === 'fulfilled' && isSaid) onAnswer({ name, models, isAuthenticated: authenticated, problem });
    if (JSON.stringify(snapshot()) !== before) onChange();
  }

  /** Asks the extension for what it offers now; joins a refresh that is under way. Never rejects. */
  function refresh(): Promise<void> {
    if (offBecause !== undefined) return Promise.resolve();
    wasAsked = true;
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
    /** It was asked since it was found, or shows meanwhile what it said in an earlier run. */
    isKnown: () => wasAsked || kept !== null,
    /** Whether it was asked since it was found. */
    wasAsked: () => wasAsked,
    snapshot,
    /** null until the extension has said it: what it said in an earlier run is shown, and nothing is done on it. */
    isAuthenticated: () => (hasSaid ? authenticated : null),
    /** Why the last listing failed. */
    modelsFailure: () => failure,
    refresh,
    /** As `refresh`, but what is read is not older than the call. */
    refreshAfresh,
    /** Whether the extension has listed its models since it was found. */
    hasListed: () => hasListed,
    /** As `refreshAfresh`, but later when there was one just now: an extension may say it as often as it likes. */
    refreshSoon() {
      if (isRefreshDue) return;
      isRefreshDue = true;
      setTimeout(() => {
        isRefreshDue = false;
        void refreshAfresh();
      }, limits.refreshGapMs).unref();
    },
    askAuthenticated,
    /** Requests take turns in it. */
    queue: new Semaphore(declared.concurrency),
    /** The extension registered it, perhaps with a name or an icon of its own. */
    offered(info: ProviderInfo) {
      void showIcon(info.icon ?? declared.icon);
      const given = info.name || declared.name;
      if (given === name) return;
      name = given;
      onChange();
    },
    /** It broke the rules of the interface; with too many of these it is switched off. */
    noteFault(what: string) {
      if (offBecause !== undefined) return;
      const isTooMany = faults.note(Date.now());
      if (isTooMany) {
        offBecause = `${manifest.name} sent invalid data ${maxFaults} times within ten minutes. The last time it ${what}.`;
      }
      onChange();
    },
    /** Why it is switched off. */
    offBecause: () => offBecause,
    switchOn() {
      if (offBecause === undefined) return;
      offBecause = undefined;
      faults.reset();
      onChange();
    },
  };
}
