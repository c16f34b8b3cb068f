import { relative, sep } from 'node:path';
import { FailureError } from '../../../../shared/contract/errors.ts';
import type { Manifest } from '../../../../shared/contract/extensions/manifest.ts';
import type { SecretDeed } from '../../../../shared/contract/question.ts';
import { quote } from '../../../documents/file-failure.ts';
import { isSecretFolder, isSensitivePath } from '../../../documents/sensitive-paths.ts';
import { askerOf } from '../asker.ts';
import { createKeyedLimit } from '../keyed-limit.ts';
import type { QuestionBoard } from '../question-board.ts';

export interface SecretPlace {
  /** As given by the extension, relative to the open folder. */
  readonly path: string;
  /** The open folder, links resolved. */
  readonly realRoot: string;
  /** Absolute, links resolved. */
  readonly real: string;
}

/** Guards files that may hold secrets. An answer is valid for one extension and file until the app ends. */
export interface SecretFiles {
  /**
   * Asks the person, if necessary and not answered yet.
   * @throws {FailureError} `file-denied` when they do not allow it
   */
  permit(caller: Manifest, deed: SecretDeed, place: SecretPlace, signal: AbortSignal): Promise<void>;
  /** Whether search results may show the file's lines without a question. */
  isOpen(caller: Manifest, place: SecretPlace): boolean;
}

/** Reads of one file that wait for the same answer. */
const maxWaiting = 64;

export function createSecretFiles({ ask }: Pick<QuestionBoard, 'ask'>): SecretFiles {
  const answers = new Map<string, boolean>();
  const oneAtATime = createKeyedLimit(1, maxWaiting);

  const keyOf = ({ id }: Manifest, deed: SecretDeed, { real }: SecretPlace) => JSON.stringify([id, deed, real]);

  return {
    async permit(caller, deed, place, signal) {
      if (!mayHoldSecrets(deed, place)) return;
      const key = keyOf(caller, deed, place);
      await oneAtATime.take(key, signal, async () => {
        if (!answers.has(key)) {
          const answer = await ask(askerOf(caller), { type: 'secret-file', deed, path: place.path }, signal);
          if (answer !== null) answers.set(key, answer === 'allow');
        }
        if (answers.get(key)) return;
        throw new FailureError({
          code: 'file-denied',
          message: `${quote(place.path)} may hold secrets, and you have not let ${caller.name} ${deed} it.`,
          extensionId: caller.id,
        });
      });
    },
    isOpen: (caller, place) => !mayHoldSecrets('read', place) || answers.get(keyOf(caller, 'read', place)) === true,
  };
}

/** Checks the given path as well as the resolved one. */
function mayHoldSecrets(deed: SecretDeed, { path, realRoot, real }: SecretPlace): boolean {
  return [path, relative(realRoot, real)]
    .map((way) => way.split(sep).join('/'))
    .some((way) => isSensitivePath(way) || (deed === 'rename' && isSecretFolder(way)));
}
