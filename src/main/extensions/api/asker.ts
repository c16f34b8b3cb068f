import { FailureError } from '../../../shared/contract/errors.ts';
import type { Manifest } from '../../../shared/contract/extensions/manifest.ts';
import type { Asker } from '../../../shared/contract/question.ts';

/** The extension that asks, by the manifest of the port on which the call came in. */
export const askerOf = ({ id, name }: Manifest): Asker => ({ extensionId: id, extensionName: name });

/** Refusal of a request beyond the extension's rights or limits. `sentence` continues after its name. */
export const askerRefusal = ({ extensionId, extensionName }: Asker, sentence: string): FailureError =>
  new FailureError({ code: 'invalid-request', message: `${extensionName} ${sentence}`, extensionId });
