import { isLeftoverTemp } from './saving/atomic-write.ts';

/** The folder for deleted files at the top of a disk that is not the person's own (freedesktop.org, The Trash specification 1.0). */
const trashFolder = /^\.Trash-\d+$/;

/** Whether an entry of this name is no file of a project: git's own, what an interrupted save left, deleted files. */
export const isLeftOut = (name: string): boolean => name === '.git' || isLeftoverTemp(name) || trashFolder.test(name);

/** As globs of ripgrep. */
export const leftOutGlobs: readonly string[] = ['!.git', '!.*.outrigger-tmp', '!.Trash-[0-9]*'];
