import { type Result, toFailure } from '../../shared/contract/errors.ts';
import type { InstallQuestion } from '../../shared/contract/extensions/extension-state.ts';
import { formatFailure } from '../base/format-failure.ts';
import { type LocalNotice, notify } from '../base/notices/notices-store.ts';
import { extensionsViewIsOpen } from '../base/overlay-store.ts';
import { api } from '../bridge.ts';
import { addInstallQuestion, removeInstallQuestion, useExtensions } from './extensions-store.ts';

/** Lets the person choose a folder or an archive. Its contents are shown before any of its code runs. */
export const installFrom = (kind: 'folder' | 'archive'): Promise<void> => prepare(api.extensions.pickPackage(kind));

export const installDropped = (path: string): Promise<void> => prepare(api.extensions.prepareInstall(path));

/** Whether a dropped file is an extension's archive; anything else is opened in the editor. */
export const isArchive = (path: string): boolean => /\.(tgz|tar\.gz|zip)$/i.test(path);

async function prepare(asking: Promise<Result<InstallQuestion | null>>): Promise<void> {
  const question = await attempt(asking);
  if (question) addInstallQuestion(question);
}

export async function answerInstall({ token, name, version }: InstallQuestion, isWanted: boolean): Promise<void> {
  removeInstallQuestion(token);
  if (!isWanted) return api.extensions.discardInstall(token);
  const installed = await attempt(api.extensions.commitInstall(token).then((result) => asWord(result)));
  if (installed) say({ severity: 'info', text: `${name} ${version} is installed.` });
}

/** Waits for a call to main; a failure is reported. @returns null when it failed */
export async function attempt<T>(asking: Promise<Result<T>>): Promise<T | null> {
  useExtensions.setState({ outcome: null });
  try {
    const result = await asking;
    if (result.ok) return result.value;
    const { failure } = result;
    if (failure.code !== 'cancelled') say({ severity: 'warning', text: formatFailure(failure) });
  } catch (thrown) {
    say({ severity: 'warning', text: toFailure(thrown).message });
  }
  return null;
}

/** Reports in the Extensions view while it is open, because it covers the notices; else as a notice. */
export function say(notice: LocalNotice): void {
  if (extensionsViewIsOpen()) useExtensions.setState({ outcome: notice });
  else notify(notice);
}

/** A success without a value must differ from a failure. */
const asWord = (result: Result<null>): Result<'done'> => (result.ok ? { ok: true, value: 'done' } : result);
