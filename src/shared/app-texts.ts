/** Files that the app writes about a thread to show them in the editor: "What the model sees", a thread as text. */

/** Folder below that of the threads; it has a folder for each thread, named by its id. */
export const appTextFolder = 'exported';

const appText = new RegExp(
  String.raw`[\\/]threads[\\/]${appTextFolder}[\\/][\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}[\\/][^\\/]+$`,
);

/** Whether a path has the form of such a file's path. */
export const isAppText = (path: string): boolean => appText.test(path);
