import { FailureError } from '../../../shared/contract/errors.ts';
import type { Manifest } from '../../../shared/contract/extensions/manifest.ts';
import type { Asker } from '../../../shared/contract/question.ts';

/** Who asks, by the manifest of the port that a call came in on. */
export const askerOf = ({ id, name }: Manifest): Asker => ({ extensionId: id, extensionName: name });

/** An extension asked for more than it may. `sentence` goes on after its name. */
export const askerRefusal = ({ extensionId, extensionName }: Asker, sentence: string): FailureError =>
  new FailureError({ code: 'invalid-request', message: `${extensionName} ${sentence}`, extensionId });
