import { randomUUID } from 'node:crypto';
import type { VariableQuestion, VariableState } from '../../shared/contract/credential.ts';
import { fail, ok } from '../../shared/contract/errors.ts';
import type { Manifest } from '../../shared/contract/extensions/manifest.ts';
import type { MainEvent } from '../../shared/contract/renderer-api.ts';
import { PendingQuestions } from '../questions/pending-questions.ts';
import type { Tell } from '../service-events.ts';

export type VariableDecision = VariableState['decision'];

export interface VariableQuestionsDeps {
  /** The manifests of all listed extensions. */
  manifests(): readonly Manifest[];
  /** The person's decision about an enabled extension. */
  decision(extensionId: string, name: string): VariableDecision;
  /** Stores the person's decision. @param isAllowed null: ask again */
  decide(extensionId: string, name: string, isAllowed: boolean | null): Promise<void>;
  readonly env: Readonly<Record<string, string | undefined>>;
  publish(event: Extract<MainEvent, { type: 'variable-question' | 'variable-question-ended' }>): void;
  readonly tell: Tell<'key-changed'>;
}

export type VariableQuestions = ReturnType<typeof createVariableQuestions>;

/** Access of extensions to environment variables: the manifest has to name them, and the person to allow them. */
export function createVariableQuestions(deps: VariableQuestionsDeps) {
  const pending = new PendingQuestions<VariableQuestion, boolean>({
    onAsked: (question) => deps.publish({ type: 'variable-question', question }),
    onEnded: ({ id }) => deps.publish({ type: 'variable-question-ended', questionId: id }),
  });

  /** The variables declared by a provider in the manifest, in order of preference. */
  const namesOf = ({ language_model_providers: providers }: Manifest, providerId: string): readonly string[] => {
    const auth = Object.hasOwn(providers, providerId) ? providers[providerId]?.auth : undefined;
    return [...new Set([...(auth?.env_var === undefined ? [] : [auth.env_var]), ...(auth?.env_vars ?? [])])];
  };
  const providersWith = (manifest: Manifest, name: string): string[] =>
    Object.keys(manifest.language_model_providers).filter((id) => namesOf(manifest, id).includes(name));
  const present = (name: string): string | null => (Object.hasOwn(deps.env, name) && deps.env[name]) || null;

  async function decide(manifest: Manifest, name: string, isAllowed: boolean | null): Promise<void> {
    await deps.decide(manifest.id, name, isAllowed);
    for (const providerId of providersWith(manifest, name)) {
      deps.tell({ type: 'key-changed', extensionId: manifest.id, providerId });
    }
  }

  const manifestOf = (extensionId: string) => deps.manifests().find(({ id }) => id === extensionId);

  return {
    namesOf,
    /** @returns null if it is unset, undeclared or not allowed */
    read(manifest: Manifest, name: string) {
      if (providersWith(manifest, name).length === 0 || deps.decision(manifest.id, name) !== 'allowed') return null;
      return present(name);
    },
    /** Whether the person may be asked: it is set, declared and undecided. */
    isAskable: (manifest: Manifest, name: string) =>
      present(name) !== null &&
      providersWith(manifest, name).length > 0 &&
      deps.decision(manifest.id, name) === 'undecided',
    /**
     * Asks the person; joins a pending question about the same variable.
     * @param signal withdraws this caller; a question without callers is withdrawn
     * @returns whether the person decided; the decision itself is stored
     */
    async ask(manifest: Manifest, providerId: string, name: string, signal: AbortSignal) {
      const isSame = ({ extensionId, variable }: VariableQuestion) => extensionId === manifest.id && variable === name;
      const providerName = manifest.language_model_providers[providerId]?.name ?? providerId;
      const owner = { extensionId: manifest.id, extensionName: manifest.name, providerId, providerName };
      const question = pending.find(isSame) ?? { id: randomUUID(), ...owner, variable: name };
      return (await pending.ask(question, signal)) ?? false;
    },
    async answer(questionId: string, isAllowed: boolean | null) {
      const answered = pending.find(({ id }) => id === questionId);
      if (!answered) return;
      const manifest = manifestOf(answered.extensionId);
      if (manifest && isAllowed !== null) await decide(manifest, answered.variable, isAllowed);
      pending.end(answered, isAllowed !== null);
    },
    /** Changes a decision in Settings. */
    async set(extensionId: string, name: string, isAllowed: boolean | null) {
      const manifest = manifestOf(extensionId);
      if (!manifest || providersWith(manifest, name).length === 0) {
        return fail('extension-disabled', `No enabled extension asks for ${name} any longer.`);
      }
      await decide(manifest, name, isAllowed);
      return ok(null);
    },
    statesOf(extensionId: string, providerId: string) {
      const manifest = manifestOf(extensionId);
      if (!manifest) return [];
      return namesOf(manifest, providerId).map((name) => ({
        name,
        isPresent: present(name) !== null,
        decision: deps.decision(extensionId, name),
      }));
    },
    withdraw: (extensionId: string) => pending.withdraw((question) => question.extensionId === extensionId),
  };
}
