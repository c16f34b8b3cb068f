import { mkdir, readFile, rename } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import pLimit from 'p-limit';
import { z } from 'zod/mini';
import { type AppState, appStateSchema, defaultLayout, type Layout } from '../../shared/contract/app-state.ts';
import { atomicWrite } from '../documents/saving/atomic-write.ts';
import type { KeptAt } from '../documents/saving/json-file.ts';

export type StateStore = Awaited<ReturnType<typeof openStateStore>>;

const writeDelay = 250;

/** Loads what the app remembers. A file that cannot be read is kept beside them under another name, never overwritten. */
export async function openStateStore({ path, onProblem }: KeptAt) {
  const loaded = await load(path);
  if (loaded.problem) onProblem(loaded.problem);
  let state = loaded.state;
  let isDirty = false;
  let timer: NodeJS.Timeout | undefined;
  const inTurn = pLimit(1);
  const listeners = new Set<(state: AppState) => void>();

  /** Resolves when all changes are on disk, or could not be written, which `onProblem` has been told. */
  function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    return inTurn(write);
  }

  /** Applies a change at once; it is on disk within a quarter of a second, or after `flush`. */
  function update(change: (state: AppState) => AppState): void {
    const next = change(state);
    if (next === state) return;
    state = next;
    isDirty = true;
    timer ??= setTimeout(() => void flush(), writeDelay);
    for (const listener of [...listeners]) listener(state);
  }

  async function write(): Promise<void> {
    if (!isDirty || !loaded.isWritable) return;
    isDirty = false;
    try {
      await mkdir(dirname(path), { recursive: true });
      await atomicWrite(path, `${JSON.stringify(state, null, 2)}\n`, { mode: 0o600 });
    } catch (error) {
      // The next change or flush tries again.
      isDirty = true;
      onProblem(`Recent folders and layout could not be saved (${explain(error)}). They are kept until you quit.`);
    }
  }

  return {
    get: () => state,
    update,
    /** @returns the undo */
    onChange(listener: (state: AppState) => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    flush,
  };
}

/** The pane layout of a workspace; `workspacePath` is "" without one. */
export const layoutOf = (state: AppState, workspacePath: string): Layout => {
  const layout = Object.hasOwn(state.layouts, workspacePath) ? state.layouts[workspacePath] : undefined;
  return layout ?? defaultLayout;
};

const maxLayouts = 100;

/** @returns a state in which a workspace has this layout; the layouts saved longest ago are dropped */
export function withLayout(state: AppState, workspacePath: string, layout: Layout): AppState {
  const others = Object.entries(state.layouts).filter(([path]) => path !== workspacePath);
  return { ...state, layouts: Object.fromEntries([...others, [workspacePath, layout]].slice(-maxLayouts)) };
}

const maxRecentFolders = 10;

/** @returns a state in which `folder` is the most recent one */
export function withRecentFolder(state: AppState, folder: string): AppState {
  const others = state.recentFolders.filter((path) => path !== folder);
  return { ...state, recentFolders: [folder, ...others].slice(0, maxRecentFolders) };
}

interface Loaded {
  readonly state: AppState;
  readonly problem?: string;
  /** false: the file is unreadable and could not be put aside, so it must stay as it is. */
  readonly isWritable: boolean;
}

async function load(path: string): Promise<Loaded> {
  let reason: string;
  try {
    const parsed = appStateSchema.safeParse(JSON.parse((await readFile(path, 'utf8')).replace(/^\uFEFF/, '')));
    if (parsed.success) return { state: parsed.data, isWritable: true };
    reason = z.prettifyError(parsed.error).split('\n')[0] ?? 'not in its format';
  } catch (error) {
    const defaults = appStateSchema.parse({});
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { state: defaults, isWritable: true };
    reason = explain(error);
  }
  return { state: appStateSchema.parse({}), ...(await putAside(path, reason)) };
}

async function putAside(path: string, reason: string): Promise<{ problem: string; isWritable: boolean }> {
  const aside = `${path}.unreadable-${new Date().toISOString().replaceAll(':', '-')}`;
  try {
    await rename(path, aside);
    const problem = `Recent folders and layout could not be read (${reason}). The file is kept as ${basename(aside)}, and a new one is started.`;
    return { problem, isWritable: true };
  } catch (error) {
    const problem = `Recent folders and layout could not be read (${reason}) or set aside (${explain(error)}). Changes are kept until you quit.`;
    return { problem, isWritable: false };
  }
}

/** JSON errors quote the text they stumble over, which may be something private. */
const explain = (error: unknown): string =>
  error instanceof SyntaxError ? 'not valid JSON' : String((error as NodeJS.ErrnoException | null)?.code ?? error);
