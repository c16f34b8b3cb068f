import { api, onMainEvent } from '../../bridge.ts';
import { settle } from '../settle.ts';
import { type FileList, listFiles } from './file-index.ts';

const limit = 20_000;
let known: { readonly root: string; readonly files: Promise<FileList> } | null = null;

onMainEvent((event) => {
  if (event.type === 'tree-changed' || event.type === 'workspace') known = null;
});

/** The files of a folder, listed once and again after a change of its directories. */
export function workspaceFiles(root: string): Promise<FileList> {
  const list = (directory: string) => settle(api.workspace.list(directory));
  if (known?.root !== root) known = { root, files: listFiles(root, list, limit) };
  return known.files;
}
