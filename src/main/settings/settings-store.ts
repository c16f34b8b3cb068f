import { mkdir, readFile, rename } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { z } from 'zod/mini';
import { defaultLayout, type Layout, type Settings, settingsSchema } from '../../shared/contract/settings.ts';
import { atomicWrite } from '../documents/atomic-write.ts';

export interface SettingsStore {
  get(): Settings;
  /** Applies a change at once; it is on disk within a quarter of a second, or after `flush`. */
  update(change: (settings: Settings) => Settings): void;
  /** @returns the undo */
  onChange(listener: (settings: Settings) => void): () => void;
  /** Resolves when all changes are on disk, or could not be written, which `onProblem` has been told. */
  flush(): Promise<void>;
}

export interface SettingsStoreOptions {
  /** Absolute; its directory is made when needed. */
  readonly path: string;
  /** A sentence for the person: what happened to the settings and where the old ones are. */
  readonly onProblem: (sentence: string) => void;
}

const writeDelay = 250;

/** Loads the settings. A file that cannot be read is kept beside them under another name, never overwritten. */
export async function openSettingsStore({ path, onProblem }: SettingsStoreOptions): Promise<SettingsStore> {
  const loaded = await load(path);
  if (loaded.problem) onProblem(loaded.problem);
  let settings = loaded.settings;
  let isDirty = false;
  let timer: NodeJS.Timeout | undefined;
  let writes: Promise<void> = Promise.resolve();
  const listeners = new Set<(settings: Settings) => void>();

  function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    if (isDirty) {
      isDirty = false;
      writes = writes.then(write);
    }
    return writes;
  }

  async function write(): Promise<void> {
    if (!loaded.isWritable) return;
    try {
      await mkdir(dirname(path), { recursive: true });
      await atomicWrite(path, `${JSON.stringify(settings, null, 2)}\n`, { mode: 0o600 });
    } catch (error) {
      // The next change or flush tries again.
      isDirty = true;
      onProblem(`The settings could not be saved (${explain(error)}). They hold until the app is closed.`);
    }
  }

  return {
    get: () => settings,
    update(change) {
      const next = change(settings);
      if (next === settings) return;
      settings = next;
      isDirty = true;
      timer ??= setTimeout(() => void flush(), writeDelay);
      for (const listener of [...listeners]) listener(settings);
    },
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    flush,
  };
}

/** The pane layout of a workspace; `workspacePath` is "" without one. */
export const layoutOf = (settings: Settings, workspacePath: string): Layout => {
  const layout = Object.hasOwn(settings.layouts, workspacePath) ? settings.layouts[workspacePath] : undefined;
  return layout ?? defaultLayout;
};

const maxLayouts = 100;

/** @returns settings in which a workspace has this layout; the layouts saved longest ago are dropped */
export function withLayout(settings: Settings, workspacePath: string, layout: Layout): Settings {
  const others = Object.entries(settings.layouts).filter(([path]) => path !== workspacePath);
  return { ...settings, layouts: Object.fromEntries([...others, [workspacePath, layout]].slice(-maxLayouts)) };
}

const maxRecentFolders = 10;

/** @returns settings in which `folder` is the most recent one */
export function withRecentFolder(settings: Settings, folder: string): Settings {
  const others = settings.recentFolders.filter((path) => path !== folder);
  return { ...settings, recentFolders: [folder, ...others].slice(0, maxRecentFolders) };
}

interface Loaded {
  readonly settings: Settings;
  readonly problem?: string;
  /** false: the file is unreadable and could not be put aside, so it must stay as it is. */
  readonly isWritable: boolean;
}

async function load(path: string): Promise<Loaded> {
  let reason: string;
  try {
    const parsed = settingsSchema.safeParse(JSON.parse((await readFile(path, 'utf8')).replace(/^\uFEFF/, '')));
    if (parsed.success) return { settings: parsed.data, isWritable: true };
    reason = z.prettifyError(parsed.error).split('\n')[0] ?? 'not settings';
  } catch (error) {
    const defaults = settingsSchema.parse({});
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { settings: defaults, isWritable: true };
    reason = explain(error);
  }
  return { settings: settingsSchema.parse({}), ...(await putAside(path, reason)) };
}

async function putAside(path: string, reason: string): Promise<{ problem: string; isWritable: boolean }> {
  const aside = `${path}.unreadable-${new Date().toISOString().replaceAll(':', '-')}`;
  try {
    await rename(path, aside);
    const problem = `The settings could not be read (${reason}). They are kept as ${basename(aside)}; defaults are in use, without your rules of what models may do.`;
    return { problem, isWritable: true };
  } catch (error) {
    const problem = `The settings could not be read (${reason}) nor put aside (${explain(error)}). Changes hold until the app is closed.`;
    return { problem, isWritable: false };
  }
}

/** JSON errors quote the text they stumble over, which may be something private. */
const explain = (error: unknown): string =>
  error instanceof SyntaxError ? 'not valid JSON' : String((error as NodeJS.ErrnoException | null)?.code ?? error);
