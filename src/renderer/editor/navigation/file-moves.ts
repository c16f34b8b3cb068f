import { movedPath } from '../../base/paths.ts';

/** The path that a file has after a move: another one when it was moved, or lies in what was moved. */
export type PathAfter = (path: string) => string;

const followers = new Set<(pathAfter: PathAfter) => void>();

/** Lets those who remember files, also closed ones, hear of each file and folder that was moved here. */
export const followMoves = (follower: (pathAfter: PathAfter) => void): void => void followers.add(follower);

/** Tells of a file or folder that was moved on the disk. */
export function noteMove(from: string, to: string): void {
  const pathAfter: PathAfter = (path) => movedPath(path, from, to);
  for (const follower of followers) follower(pathAfter);
}
