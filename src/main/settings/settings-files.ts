import { mkdir, writeFile } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { fail, ok, type Result } from '../../shared/contract/errors.ts';
import type { SettingLevel, SettingLevels } from '../../shared/contract/settings/settings.ts';
import { fileFailure } from '../documents/file-failure.ts';

export interface SettingsFilesOptions {
  levels(): SettingLevels;
  /** Opens a file in the editor. @param path absolute */
  show(path: string): Promise<void>;
}

/** The files of settings as documents: what is saved in the editor holds as any change of the file does. */
export function createSettingsFiles({ levels, show }: SettingsFilesOptions) {
  return {
    show,
    /** Opens the file of a level in the editor; one that is not there is begun. */
    async openFile(level: SettingLevel): Promise<Result<null>> {
      const file = levels()[level];
      if (!file) return fail('setting-refused', 'Only a folder you trust can have its own settings.');
      try {
        await mkdir(dirname(file.path), { recursive: true });
        await writeFile(file.path, '{\n}\n', { flag: 'wx', ...(level === 'user' && { mode: 0o600 }) });
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EEXIST') return fileFailure(error, basename(file.path), 'saved');
      }
      await show(file.path);
      return ok(null);
    },
  };
}
