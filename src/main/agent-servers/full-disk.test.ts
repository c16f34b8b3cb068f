import { spawnSync } from 'node:child_process';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { answers, ended, send, textOf } from '../agent/agent-setting.fixture.ts';
import { agentsSetting, ask } from './agents-setting.fixture.ts';

const setting = agentsSetting();
const { set } = setting;
const mayMount = process.platform === 'linux' && process.getuid?.() === 0;

test.runIf(mayMount)(
  'on a full disk no turn begins, and what one did that had begun is said not to be recorded',
  async ({ skip }) => {
    const { userData, problems, service } = setting.world;
    // It has read what is there.
    await service.review.review('nobody');
    await mkdir(userData, { recursive: true });
    if (spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', userData]).status !== 0)
      return skip('This machine mounts nothing.');
    onTestFinished(() => void spawnSync('umount', ['-l', userData]));
    const filler = join(userData, 'filler');
    const fill = () => expect(writeFile(filler, Buffer.alloc(2_000_000))).rejects.toMatchObject({ code: 'ENOSPC' });
    const agent = set.start();

    await send(agent, `say begun\nuntil ${filler}\ndisk notes.txt itself\nsay done`);
    await vi.waitFor(async () => expect(textOf((await answers(agent)).at(-1))).toBe('begun'), { timeout: 60_000 });
    await fill();
    expect((await ended(agent)).at(-1)?.end).toMatchObject({ type: 'stop' });
    await vi.waitFor(() => expect(problems).toHaveLength(1), { timeout: 60_000 });
    expect(problems[0]).toBe(
      'What a command changed could not be recorded (the disk is full), so it cannot be undone.',
    );

    const refused = await ask(agent, 'disk notes.txt again', 2);
    const message = 'The current content could not be backed up for a restore: the disk is full. Nothing was begun.';
    expect(refused?.end).toEqual({ type: 'failed', failure: { code: 'file-failed', message } });
    expect(await setting.world.text('notes.txt')).toBe('itself\n');

    await rm(filler);
    const { id } = await agent.thread();
    await agent.retry(id);
    await ended(agent, 3);
    await vi.waitFor(async () => expect((await setting.world.service.review.review(id)).files).toHaveLength(1), {
      timeout: 60_000,
    });
    expect(await setting.world.text('notes.txt')).toBe('again\n');
  },
);
