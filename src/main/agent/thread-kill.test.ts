import { fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { foldThread } from '../../shared/thread/fold-thread.ts';
import { agentSetting } from './agent-setting.fixture.ts';
import { createThreadIndex } from './thread-index.ts';
import { createThreadLog } from './thread-log.ts';

const set = agentSetting();
const child = join(import.meta.dirname, 'thread-writer.child.ts');
const uuids = (folder: string): string[] =>
  existsSync(folder) ? readdirSync(folder).filter((name) => /^[0-9a-f-]{36}\.jsonl$/.test(name)) : [];

const throwing = (error: Error): never => {
  throw error;
};

test('the app killed at any moment leaves threads and an index that can be read', { timeout: 120_000 }, async () => {
  const folder = join(set.folder, 'threads');
  for (let round = 0; round < 8; round += 1) {
    const writer = fork(child, [folder], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
    await once(writer, 'message');
    // When it is killed must not follow from what it does.
    await delay(20 + Math.random() * 250);
    writer.kill('SIGKILL');
    await once(writer, 'exit');

    const agent = set.start();
    const listed = await agent.threads.list();
    for (const { id, title } of listed) {
      const opened = await agent.threads.open(id);
      if (!opened.ok) throw new Error(opened.failure.message);
      const { title: own, turns } = foldThread(opened.value.entries);
      expect(turns[0]?.text).toMatch(/^prompt \d+$/);
      expect(title).toBe(own?.text ?? turns[0]?.text);
      expect(turns[0]?.answers.every(({ end }) => end !== undefined)).toBe(true);
    }
    // Never both: a thread is there, or it is deleted.
    const deleted = new Set(uuids(join(folder, 'deleted')));
    expect(uuids(folder).filter((name) => deleted.has(name))).toEqual([]);
    expect((await agent.thread()).id).toBeDefined();
    await agent.close();
  }
  expect(set.notices.filter(({ id }) => id === 'thread-unreadable')).toEqual([]);

  // What the index says of the files is what they say themselves.
  const list = () => createThreadIndex(createThreadLog(folder, throwing), throwing).list('/project');
  const withIndex = await list();
  rmSync(join(folder, 'index.jsonl'));
  const withoutIndex = await list();
  expect(withIndex.length).toBeGreaterThan(8);
  expect(withoutIndex).toEqual(withIndex);
});
