import { api } from '../bridge.ts';
import { notify } from './notices/notices-store.ts';
import { settle } from './settle.ts';

/** Shows a file or folder in the system's file manager; a failure becomes a notice. */
export async function revealInSystem(path: string): Promise<void> {
  const shown = await settle(api.files.reveal(path));
  if (!shown.ok) notify({ severity: 'error', text: shown.failure.message });
}
