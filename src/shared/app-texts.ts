/** Files that the app writes to show them in the editor. */

/** Folder below that of the threads, of texts about one: "What the model sees", a thread as text. In it each thread has a folder, named by its id. */
export const appTextFolder = 'exported';

/** Below the folder of the profile; each extension has a folder in it for what it keeps, and in that one for the texts that it shows. */
export const extensionStateFolder = 'extension-state';
export const extensionTextFolder = 'texts';

const ofThread = new RegExp(
  String.raw`[\\/]threads[\\/]${appTextFolder}[\\/][\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}[\\/][^\\/]+$`,
);
const ofExtension = new RegExp(
  String.raw`[\\/]${extensionStateFolder}[\\/]([^\\/]+)[\\/]${extensionTextFolder}[\\/][^\\/]+$`,
);

/** Whether a path has the form of such a file's path. */
export const isAppText = (path: string): boolean => ofThread.test(path) || ofExtension.test(path);

/** The folder of the extension that shows a text, by its path; undefined when that is no such path. */
export const extensionOfText = (path: string): string | undefined => ofExtension.exec(path)?.[1];
