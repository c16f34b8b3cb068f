import { type Access, accessDeeds } from '../../../../shared/contract/access.ts';
import { FailureError } from '../../../../shared/contract/errors.ts';
import { isSandboxed } from '../../../../shared/contract/extensions/host-kind.ts';
import type { Manifest } from '../../../../shared/contract/extensions/manifest.ts';
import { askerOf } from '../asker.ts';
import type { QuestionBoard } from '../question-board.ts';
import { type Asking, createStandingAnswers } from './standing-answers.ts';

export interface AccessDeps extends Pick<QuestionBoard, 'ask'> {
  /** Identifies the copy of an extension that runs: another one of the same id inherits nothing. */
  originOf(extensionId: string): string;
  /** Accesses that a person allowed for every run of the app. */
  allowed(extensionId: string): readonly Access[];
  keep(extensionId: string, access: Access): Promise<void>;
}

/** Lets extensions reach what is the app's own, once a person has said so. */
export interface AccessGate {
  /**
   * Asks the person, if necessary and not answered yet.
   * @throws {FailureError} `access-denied` when they do not allow it
   */
  permit(caller: Manifest, access: Access, signal: AbortSignal): Promise<void>;
}

export function createAccessGate({ ask, originOf, allowed, keep }: AccessDeps): AccessGate {
  const answers = createStandingAnswers();
  const keyOf = ({ id }: Manifest, access: Access) => JSON.stringify([originOf(id), id, access]);

  const isAllowed = (caller: Manifest, access: Access): boolean =>
    [access, ...(access === 'read-threads' ? (['change-threads', 'steer-models'] as const) : [])].some(
      (one) => allowed(caller.id).includes(one) || answers.of(keyOf(caller, one)) === true,
    );

  return {
    async permit(caller, access, signal) {
      if (isAllowed(caller, access)) return;
      const asking: Asking = {
        key: keyOf(caller, access),
        isKept: () => isAllowed(caller, access),
        ask: () => ask(askerOf(caller), { type: 'access', access, hosts: hostsOf(caller) }, signal),
        keep: () => keep(caller.id, access),
      };
      if (await answers.permits(asking, signal)) return;
      const message = `You have not let ${caller.name} ${accessDeeds[access]}.`;
      throw new FailureError({ code: 'access-denied', message, extensionId: caller.id });
    },
  };
}

/** Where it may send things. Outside of the sandbox nothing holds it back. */
const hostsOf = (manifest: Manifest): readonly string[] =>
  isSandboxed(manifest) ? (manifest.capabilities?.network ?? []) : ['*'];
