import { type BrowserWindow, dialog, type OpenDialogOptions, type SaveDialogOptions } from 'electron';

/** Shows why the app cannot start, while there is no window. */
export const showProblem = (title: string, detail: string): Promise<unknown> =>
  dialog.showMessageBox({ type: 'error', title, message: title, detail, buttons: ['Quit'] });

/** The system's file dialogs; each resolves to an absolute path, or null when cancelled. */
export function createDialogs(window: () => BrowserWindow | null): {
  pickFolder(): Promise<string | null>;
  pickFile(): Promise<string | null>;
  pickThemeFile(): Promise<string | null>;
  pickPackage(kind: 'folder' | 'archive'): Promise<string | null>;
  /** @param start suggested name or path; the dialog asks before replacing a file */
  pickSaveFile(title: string, start: string): Promise<string | null>;
} {
  const pick = async (options: OpenDialogOptions): Promise<string | null> => {
    const parent = window();
    const { filePaths } = await (parent ? dialog.showOpenDialog(parent, options) : dialog.showOpenDialog(options));
    return filePaths[0] ?? null;
  };
  return {
    async pickSaveFile(title, start) {
      const parent = window();
      const options: SaveDialogOptions = {
        title,
        defaultPath: start,
        properties: ['createDirectory', 'showHiddenFiles', 'showOverwriteConfirmation'],
      };
      const { canceled, filePath } = await (parent
        ? dialog.showSaveDialog(parent, options)
        : dialog.showSaveDialog(options));
      return canceled || filePath === '' ? null : filePath;
    },
    pickFolder: () => pick({ title: 'Open Folder', properties: ['openDirectory', 'createDirectory'] }),
    pickFile: () => pick({ title: 'Open File', properties: ['openFile', 'showHiddenFiles'] }),
    pickThemeFile: () =>
      pick({
        title: 'Choose a Theme File',
        properties: ['openFile', 'showHiddenFiles'],
        filters: [{ name: 'Themes of VS Code and Zed', extensions: ['json'] }],
      }),
    pickPackage: (kind) =>
      kind === 'folder'
        ? pick({ title: 'Install Extension from Folder', properties: ['openDirectory'] })
        : pick({
            title: 'Install Extension from Archive',
            properties: ['openFile'],
            filters: [{ name: 'Extension archives', extensions: ['tgz', 'gz', 'zip'] }],
          }),
  };
}
