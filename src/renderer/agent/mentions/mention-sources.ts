import { isUntitled } from '../../../shared/contract/documents/document-key.ts';
import { isAbsolutePath, pathBelow, relativePath } from '../../base/paths.ts';
import { settle } from '../../base/settle.ts';
import { listWorkspaceFiles } from '../../base/workspace/workspace-files.ts';
import { useWorkspace } from '../../base/workspace/workspace-store.ts';
import { api } from '../../bridge.ts';
import { activePath, useDocuments } from '../../editor/documents/documents-store.ts';
import { openSymbols } from '../../editor/navigation/open-symbols.ts';
import { shownDocument } from '../../editor/panes/pane-views.ts';
import { stateOf } from '../../editor/sessions.ts';
import { platform } from '../composer/platform.ts';
import { agent } from '../threads/agent.ts';
import { threads } from '../threads/threads.ts';
import type { KnownSymbol, MentionSources } from './mention-options.ts';
import type { DocumentRange } from './selection-mention.ts';

/** The selection in the active document, or the place of its cursor. */
export function presentSelection(): DocumentRange | null {
  const shown = shownDocument();
  if (!shown) return null;
  const { from, to } = shown.state.selection.main;
  return { path: shown.path, doc: shown.state.doc, from, to };
}

/** The candidates for mentions in this window; untitled documents are left out, as a mention refers to a file. */
export async function mentionSources(): Promise<MentionSources> {
  const root = useWorkspace.getState().workspace?.path;
  const { files, folders } = await listWorkspaceFiles();
  const { tabs } = useDocuments.getState();
  const active = activePath();
  // The active one is the likeliest.
  const open = tabs
    .map(({ path }) => path)
    .filter((path) => !isUntitled(path))
    .sort((a, b) => Number(b === active) - Number(a === active));
  const { threadId } = agent.thread();
  const selection = presentSelection();
  return {
    platform,
    root,
    files,
    folders,
    openPaths: open.map((path) => {
      const shown = relativePath(root, path);
      return platform === 'win32' && shown !== path ? shown.replaceAll('\\', '/') : shown;
    }),
    selection: selection && !isUntitled(selection.path) ? selection : null,
    threads: (threads.store.getState().threads ?? []).filter(({ id, title }) => id !== threadId && title !== ''),
    symbols: open.flatMap((path): KnownSymbol[] => {
      const state = stateOf(path);
      return state ? openSymbols(state).map((symbol) => ({ path, ...symbol })) : [];
    }),
  };
}

/** Symbols of the project that match a query; main finds them. */
export async function projectSymbols(query: string): Promise<readonly KnownSymbol[]> {
  const root = useWorkspace.getState().workspace?.path;
  const result = await settle(api.mentions.symbols(query));
  if (!result.ok || root === undefined) return [];
  return result.value.map(({ path, ...symbol }) => ({
    path: isAbsolutePath(path) ? path : pathBelow(root, path),
    ...symbol,
  }));
}
