import { abortable } from '../../shared/bounded.ts';
import { type Result, toFailure } from '../../shared/contract/errors.ts';
import type { ProviderState } from './provider-state.ts';

export interface SignInOptions {
  /** Opens the key dialog before the extension is called. */
  readonly asksFirst?: boolean;
}

interface SigningIn {
  readonly state: ProviderState;
  readonly controller: AbortController;
  readonly result: Promise<Result<null>>;
  waiting: number;
}

/** The sign-ins in progress, each with its waiting callers. */
export function createJointSignIns(
  begin: (state: ProviderState, signal: AbortSignal, options: SignInOptions) => Promise<Result<null>>,
) {
  const underWay = new Set<SigningIn>();
  const idOf = ({ handle }: ProviderState): string => handle.manifest.id;

  function start(state: ProviderState, options: SignInOptions): SigningIn {
    for (const other of underWay) if (idOf(other.state) === idOf(state)) other.controller.abort();
    const controller = new AbortController();
    const started: SigningIn = {
      state,
      controller,
      result: begin(state, controller.signal, options).finally(() => underWay.delete(started)),
      waiting: 0,
    };
    underWay.add(started);
    return started;
  }

  return {
    /**
     * Joins the sign-in of a provider in progress, or starts one. One that a person requests replaces an earlier one,
     * also that of another provider of the same extension, since an extension's questions during a sign-in do not name
     * the provider.
     * @param signal stops waiting; a sign-in without waiting callers is given up
     */
    async join(
      state: ProviderState,
      signal: AbortSignal,
      { isWanted, ...options }: SignInOptions & { readonly isWanted: boolean },
    ): Promise<Result<null>> {
      const present = [...underWay].find((one) => one.state === state && !one.controller.signal.aborted);
      const joined = present && !isWanted ? present : start(state, options);
      joined.waiting += 1;
      try {
        return await abortable(joined.result, signal);
      } catch (thrown) {
        return { ok: false, failure: { ...toFailure(thrown), extensionId: idOf(state) } };
      } finally {
        joined.waiting -= 1;
        if (joined.waiting === 0 && underWay.has(joined)) joined.controller.abort();
      }
    },
  };
}
