import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestAgentSettings } from './settings.ts';

export interface Said {
  readonly by: 'person' | 'agent';
  readonly id: string;
  readonly text: string;
}

export interface TestSession {
  readonly id: string;
  readonly cwd: string;
  readonly said: Said[];
  /** What came with the last prompt, besides its words. */
  told: string;
  /** The parts of the last prompt, as they came. */
  given: readonly unknown[];
  mode: string;
  isBrave: boolean;
  /** The step `sign-in` was refused. */
  hasWantedSignIn: boolean;
  /** Aborted by a cancel; a new one for each turn. */
  turn: AbortController;
  /** How many are open, with this one. */
  count(): number;
}

/** The sessions of the agent; with a folder, the next process knows them too. */
export function createSessions({
  sessionsFolder: folder,
  forgets,
}: Pick<TestAgentSettings, 'sessionsFolder' | 'forgets'>) {
  const sessions = new Map<string, TestSession>();
  const make = (id: string, cwd: string, said: Said[]): TestSession => {
    const session: TestSession = {
      ...{ id, cwd, said, told: '', given: [], mode: 'careful', isBrave: false, hasWantedSignIn: false },
      turn: new AbortController(),
      count: () => sessions.size,
    };
    sessions.set(id, session);
    return session;
  };
  const fileOf = (id: string) => join(folder ?? '', `${id}.json`);

  return {
    begin: (cwd: string) => make(`session-${crypto.randomUUID()}`, cwd, []),
    find(id: string): TestSession | undefined {
      const known = sessions.get(id);
      if (known || folder === null) return known;
      try {
        const { cwd, said } = JSON.parse(readFileSync(fileOf(id), 'utf8')) as TestSession;
        return make(id, cwd, said);
      } catch {
        return undefined;
      }
    },
    keep({ id, cwd, said }: TestSession): void {
      if (folder === null) return;
      mkdirSync(folder, { recursive: true });
      writeFileSync(fileOf(id), JSON.stringify({ id, cwd, said }));
    },
    /** Of a folder, with the first words as their title. */
    list(cwd: string | null | undefined): { sessionId: string; cwd: string; title: string; updatedAt: string }[] {
      const names = folder === null ? [] : readdirSync(folder, { withFileTypes: true }).map(({ name }) => name);
      for (const name of names) this.find(name.replace(/\.json$/, ''));
      return [...sessions.values()]
        .filter((one) => !cwd || one.cwd === cwd)
        .map(({ id, cwd, said }, index) => ({
          sessionId: id,
          cwd,
          title: said[0]?.text.slice(0, 40) ?? 'Nothing said',
          updatedAt: new Date(1_790_000_000_000 + index * 60_000).toISOString(),
        }));
    },
    /** What goes on in it is cancelled. */
    close(id: string): void {
      sessions.get(id)?.turn.abort();
      sessions.delete(id);
      if (forgets && folder !== null) rmSync(fileOf(id), { force: true });
    },
  };
}
export type TestSessions = ReturnType<typeof createSessions>;
