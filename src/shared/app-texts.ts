/** Files that the app writes about a thread to show them in the editor: "What the model sees", a thread as text. */

/** Below the folder of the threads; each thread has a folder in it, named by its id. */
export const appTextFolder = 'exported';

const appText = new RegExp(
  String.raw`[\\/]threads[\\/]${appTextFolder}[\\/][\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}[\\/][^\\/]+$`,
);

/** Whether a path is the one of such a file. */
export const isAppText = (path: string): boolean => appText.test(path);
