import { isAbsolute } from 'node:path';
import { FailureError } from '../../../shared/contract/errors.ts';
import type { ChangePlace, ChangeService } from '../../changes/change-service.ts';
import { isForeignShare, isInside, realPathOf } from '../../documents/project-border.ts';

export interface AgentFilesDeps {
  readonly changes: Pick<ChangeService, 'readText' | 'prepare' | 'apply'>;
  /** The folder of the thread, absolute; null: it has none. */
  readonly folder: string | null;
  /** The turn for which something is written. */
  place(): ChangePlace;
  readonly platform?: NodeJS.Platform;
}

/** The files of a thread's folder for its agent: as the person sees them, unsaved text included, and written for review. */
export function createAgentFiles({ changes, folder, place, platform = process.platform }: AgentFilesDeps) {
  /** @returns the path with links resolved, and that of the folder */
  async function within(path: string): Promise<{ readonly path: string; readonly root: string }> {
    if (!isAbsolute(path)) throw refused(`“${path}” is not an absolute path.`);
    if (folder === null) throw refused('No folder is open in this thread, so there are no files to read or write.');
    // A look at another computer would send it the person's name and a proof of their password.
    if (isForeignShare(path, folder, platform)) throw refused(`“${path}” is on another computer.`);
    const [real, root] = await Promise.all([realPathOf(path), realPathOf(folder)]);
    if (!isInside(root, real)) throw refused(`“${path}” is outside of the open folder, ${folder}.`);
    return { path: real, root };
  }

  return {
    /** @returns "" when there is no such file: nothing else lets agents make one */
    async readText(asked: {
      readonly path: string;
      readonly line?: number | undefined;
      readonly limit?: number | undefined;
    }) {
      const { path } = await within(asked.path);
      const text = (await changes.readText(path)) ?? '';
      const { line = 1, limit } = asked;
      if (line <= 1 && limit === undefined) return text;
      const from = Math.max(0, line - 1);
      const lines = text.split('\n');
      return lines.slice(from, limit === undefined ? undefined : from + Math.max(0, limit)).join('\n');
    },
    async writeText({ path: asked, text }: { readonly path: string; readonly text: string }) {
      const { path, root } = await within(asked);
      await changes.apply(await changes.prepare([{ type: 'write', path, text }], root), place());
    },
  };
}

const refused = (message: string): FailureError => new FailureError({ code: 'file-denied', message });
