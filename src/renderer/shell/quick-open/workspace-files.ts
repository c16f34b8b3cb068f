import { settle } from '../../base/settle.ts';
import { api, onMainEvents } from '../../bridge.ts';
import { type FileList, listFiles } from './file-index.ts';

const limit = 20_000;
let known: { readonly root: string; readonly files: Promise<FileList> } | null = null;

const forget = () => {
  known = null;
};
onMainEvents({ 'tree-changed': forget, workspace: forget });

/** The files of a folder, listed once and again after a change of its directories. */
export function workspaceFiles(root: string): Promise<FileList> {
  const list = (directory: string) => settle(api.workspace.list(directory));
  if (known?.root !== root) known = { root, files: listFiles(root, list, limit) };
  return known.files;
}
