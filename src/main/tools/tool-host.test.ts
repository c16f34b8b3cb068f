import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { manifestOf } from '../extensions/api/test-support/manifests.ts';
import { type Ask, toolOf, toolSetting } from './called-tool.fixture.ts';

const write = (path: string, text = 'new') => ({ changes: [{ type: 'write', path, text } as const] });

describe('a tool that asks by its effects', () => {
  test('runs at once, and what it changes is asked for exactly as it is', async () => {
    const its = await toolSetting({ 'src/a.ts': 'one\ntwo\n' });
    const call = its.start(async (ask) => {
      await ask('call.change', write('src/a.ts', 'one\n2\n'));
      return 'changed';
    });
    const asked = await call.asked();
    expect(call.types()).toEqual(['running', 'waiting']);
    expect(asked).toMatchObject({
      question: 1,
      patterns: ['src/a.ts', 'src/**'],
      effect: { type: 'change', changes: [{ kind: 'edit', path: 'src/a.ts', added: 1, removed: 1 }] },
    });
    expect(JSON.stringify(asked)).toContain('+2');
    expect(its.host.isAsking('thread')).toBe(true);
    expect(await readFile(join(its.root, 'src/a.ts'), 'utf8')).toBe('one\ntwo\n');
    call.decide('allow-once');
    expect(await call.done).toMatchObject({ type: 'done', output: 'changed', effect: { type: 'change' } });
    expect(call.types()).toEqual(['running', 'waiting', 'running', 'done']);
    expect(await readFile(join(its.root, 'src/a.ts'), 'utf8')).toBe('one\n2\n');
    expect(its.host.isAsking('thread')).toBe(false);
  });

  test('hears of what is not allowed, and goes on', async () => {
    const its = await toolSetting({ a: 'a' });
    const call = its.start(async (ask) => {
      const error = await ask('call.change', write('a')).catch((thrown) => thrown);
      return { text: `${error.code}: ${error.message}`, isError: true };
    });
    await call.asked();
    call.decide('deny');
    expect(await call.done).toEqual({
      type: 'done',
      output: 'tool-denied: The person did not allow it to change this. Do not try it again unless they ask for it.',
      isError: true,
    });
    expect(await readFile(join(its.root, 'a'), 'utf8')).toBe('a');
  });

  test('that lets it through is denied, with the rule that says so', async () => {
    const its = await toolSetting({ a: 'a', b: 'b' });
    its.rule('change', 'deny', 'b');
    // The error as it returns over a port.
    const through = (path: string) => (ask: Ask) =>
      ask('call.change', write(path)).catch((error: Error) =>
        Promise.reject(new Error(`Toolbox failed: ${error.message}`)),
      );
    const asked = its.start(through('a'));
    await asked.asked();
    asked.decide('deny');
    expect(await asked.done).toEqual({ type: 'denied' });
    expect(await its.once(through('b'))).toEqual({
      type: 'denied',
      reason: 'A rule of the person denies it: never change “b”.',
    });
    const otherwise = its.start(async (ask) => {
      await ask('call.change', write('b')).catch(() => {});
      throw new Error('Something else.');
    });
    expect(await otherwise.done).toEqual({ type: 'failed', reason: 'Something else.' });
  });

  test('is asked one question at a time, and an answer is never taken for the next', async () => {
    const its = await toolSetting({ a: 'a', b: 'b' });
    const call = its.start(async (ask) => {
      const both = await Promise.allSettled([ask('call.change', write('a')), ask('call.change', write('b'))]);
      return both
        .map(({ status }) => status)
        .toSorted()
        .join(' ');
    });
    const first = await call.asked(1);
    call.decide('allow-once', 1);
    const second = await call.asked(2);
    expect(
      [first, second].map(({ effect }) => effect?.type === 'change' && effect.changes[0]?.path).toSorted(),
    ).toEqual(['a', 'b']);
    // A second click on the answered question.
    call.decide('allow-once', 1);
    await new Promise((resolve) => setImmediate(resolve));
    expect(call.states.at(-1)).toBe(second);
    call.decide('deny', 2);
    expect(await call.done).toMatchObject({ output: 'fulfilled rejected' });
    const kept = second.effect?.type === 'change' ? (second.effect.changes[0]?.path ?? '') : '';
    expect(await readFile(join(its.root, kept), 'utf8')).toBe(kept);
  });
});

describe('any other tool', () => {
  const tool = toolOf('other', { asksByEffect: false });

  test('is asked for before it runs, and what it does by its call as well', async () => {
    const its = await toolSetting({ a: 'a' });
    const begun = vi.fn();
    const call = its.start(
      async (ask) => {
        begun();
        await ask('call.change', write('a'));
        return 'done';
      },
      { tool },
    );
    expect(await call.asked(1)).toEqual({
      type: 'waiting',
      effect: { type: 'run' },
      patterns: ['toolbox:other'],
      question: 1,
      where: { folder: its.root, isWhole: true, isTrusted: true },
      isForThread: true,
    });
    expect(begun).not.toHaveBeenCalled();
    call.decide('allow-once');
    expect(await call.asked(2)).toMatchObject({ effect: { type: 'change' } });
    call.decide('allow-once');
    expect((await call.done).type).toBe('done');
    expect(call.types()).toEqual(['waiting', 'running', 'waiting', 'running', 'done']);
  });

  test('that was allowed for good is asked for again when another folder holds the extension of its id', async () => {
    const its = await toolSetting();
    const run = vi.fn(() => 'done');
    const first = its.start(run, { tool: { ...tool, origin: '/one/toolbox' } });
    expect(await first.asked()).toMatchObject({ patterns: ['toolbox:other in /one/toolbox'] });
    first.decide({ type: 'always', patterns: ['toolbox:other in /one/toolbox'], place: 'every-trusted' });
    await first.done;
    await its.start(run, { tool: { ...tool, origin: '/one/toolbox' } }).done;
    expect(run).toHaveBeenCalledTimes(2);
    const other = its.start(run, { tool: { ...tool, origin: '/two/toolbox' } });
    await other.asked();
    other.decide('deny');
    await other.done;
    expect(run).toHaveBeenCalledTimes(2);
  });

  test('does not run when it is denied, by the person or by a rule', async () => {
    const its = await toolSetting();
    const run = vi.fn();
    const call = its.start(run, { tool });
    await call.asked();
    call.decide('deny');
    expect(await call.done).toEqual({ type: 'denied' });
    its.rule('run', 'deny', 'toolbox:*');
    const second = its.start(run, { tool });
    expect(await second.done).toEqual({
      type: 'denied',
      reason: 'A rule of the person denies it: never run “toolbox:*”.',
    });
    expect(run).not.toHaveBeenCalled();
    expect([...call.types(), ...second.types()]).toEqual(['waiting', 'denied', 'denied']);
  });
});

describe('what a person decides for more than one time', () => {
  test('for the thread: every effect of the kind by the tool, there only', async () => {
    const its = await toolSetting({ a: 'a', b: 'b' });
    const change = (path: string) => async (ask: Ask) => String(await ask('call.change', write(path)));
    const [one, other] = [its.start(change('a')), its.start(change('b'))];
    await Promise.all([one.asked(), other.asked()]);
    one.decide('allow-thread');
    // It also answers waiting calls.
    expect((await Promise.all([one.done, other.done])).map(({ type }) => type)).toEqual(['done', 'done']);
    expect((await its.once(change('a'))).type).toBe('done');
    const elsewhere = [
      its.start(change('a'), { threadId: 'other' }),
      its.start(change('a'), { tool: toolOf('another') }),
      its.start(async (ask) => JSON.stringify(await ask('call.exec', { command: 'true' }))),
      its.start(change('../x')),
    ];
    for (const call of elsewhere) {
      await call.asked();
      call.stop();
      await call.done;
    }
    its.host.forget('thread');
    const forgotten = its.start(change('a'));
    await forgotten.asked();
  });

  test('a question says whether what is allowed for the thread is for it as well', async () => {
    const its = await toolSetting({ a: 'a', '.env': '' }, { isTrusted: async () => false });
    its.rule('command', 'ask', 'touch *');
    const exec = (line: string) => (ask: Ask) => ask('call.exec', { command: line }).then(({ output }) => output);
    for (const [script, isForThread] of [
      [exec('true'), true],
      [exec('true "$x"'), false],
      [exec('touch b'), false],
      [async (ask: Ask) => String(await ask('call.change', write('a'))), true],
      [async (ask: Ask) => String(await ask('call.change', write('../x'))), false],
      [async (ask: Ask) => String(await ask('call.readText', { path: '.env' })), false],
    ] as const) {
      const call = its.start(script);
      expect(await call.asked()).toMatchObject({ isForThread });
      call.decide('deny');
      await call.done;
    }
  });

  test('always and never become rules, which answer what waits', async () => {
    const its = await toolSetting({ 'src/a': '', 'src/b': '', 'lib/c': '', 'lib/d': '' });
    const change = (path: string) => async (ask: Ask) => String(await ask('call.change', write(path)));
    const calls = ['src/a', 'src/b', 'lib/c', 'lib/d'].map((path) =>
      its.start(change(path), { threadId: path.replace('/', '-') }),
    );
    await Promise.all(calls.map((call) => call.asked()));
    // One after the other: each looks at the disk first.
    await calls[0]?.decide({ type: 'always', patterns: ['src/**'], place: 'folder' });
    await calls[2]?.decide({ type: 'never', patterns: ['lib/**'], place: 'folder' });
    const states = await Promise.all(calls.map(({ done }) => done));
    expect(states.map(({ type }) => type)).toEqual(['done', 'done', 'denied', 'denied']);
    expect(states[3]).toEqual({ type: 'denied', reason: 'A rule of the person denies it: never change “lib/**”.' });
    expect(its.rules).toEqual([
      { effect: 'change', pattern: 'src/**', decision: 'allow', folder: its.root },
      { effect: 'change', pattern: 'lib/**', decision: 'deny', folder: its.root },
    ]);
    const again = its.start(change('src/a'));
    expect((await again.done).type).toBe('done');
    expect(again.types()).not.toContain('waiting');
  });

  test('is not kept when it is no pattern, and is asked still', async () => {
    const its = await toolSetting({ a: '' });
    const call = its.start(async (ask) => String(await ask('call.change', write('a'))));
    await call.asked();
    for (const pattern of ['', 'x'.repeat(1001), '{a,b}'.repeat(9)]) {
      await expect(call.decide({ type: 'always', patterns: [pattern], place: 'folder' })).rejects.toThrow(
        'is not a valid pattern',
      );
    }
    expect(its.rules).toEqual([]);
    expect(its.host.isAsking('thread')).toBe(true);
    its.rules.push(...Array.from({ length: 500 }, () => ({ effect: 'run', pattern: 'x:y', decision: 'ask' }) as const));
    await expect(call.decide({ type: 'always', patterns: ['a'], place: 'folder' })).rejects.toThrow(
      'You already have 500 rules.',
    );
    call.decide('allow-once');
    expect((await call.done).type).toBe('done');
  });
});

describe('the id of a call', () => {
  test('is good for its extension while it runs, and for nobody else', async () => {
    const its = await toolSetting({ a: 'a' });
    let id = '';
    const call = its.start(async (ask, callId) => {
      id = callId;
      expect(await ask('call.readText', { path: 'a' })).toBe('a');
      await expect(its.askAs(manifestOf('other'), callId)('call.readText', { path: 'a' })).rejects.toThrow(
        'no such call',
      );
      await expect(its.askAs(manifestOf('toolbox'), `${callId}x`)('call.readText', { path: 'a' })).rejects.toThrow(
        'no such call',
      );
      return 'done';
    });
    expect(await call.done).toMatchObject({ type: 'done', output: 'done' });
    expect(id).toMatch(/^[\da-f-]{36}$/);
    const late = its.askAs(manifestOf('toolbox'), id);
    await expect(late('call.readText', { path: 'a' })).rejects.toMatchObject({ code: 'invalid-request' });
    await expect(late('call.report', { text: 'late' })).rejects.toThrow('no such call');
    expect(call.output()).toBe('');
  });

  test('ends with the call, and what it asks is not asked any more', async () => {
    const its = await toolSetting({ a: 'a' });
    let left: Promise<unknown> | undefined;
    const call = its.start(async (ask) => {
      left = ask('call.change', write('a')).catch((error) => error.message);
      await vi.waitFor(() => expect(its.host.isAsking('thread')).toBe(true));
      return 'done';
    });
    expect((await call.done).type).toBe('done');
    expect(await left).toMatch(/stopped|over/);
    expect(its.host.isAsking('thread')).toBe(false);
    call.decide('allow-once');
    expect(await readFile(join(its.root, 'a'), 'utf8')).toBe('a');
  });

  test.each(['it is stopped', 'its extension goes', 'the app ends'])('ends when %s', async (why) => {
    const its = await toolSetting({ a: 'a' });
    let left: Promise<unknown> | undefined;
    const call = its.start(async (ask) => {
      left = ask('call.change', write('a')).catch((error) => error);
      return left;
    });
    await call.asked();
    if (why === 'it is stopped') call.stop();
    else if (why === 'the app ends') await its.host.close();
    else {
      its.host.gone('other', 'Other stopped.');
      its.host.gone('toolbox', 'Toolbox stopped.');
    }
    expect(await call.done).toEqual({
      type: 'failed',
      reason: { 'it is stopped': 'It was stopped.', 'its extension goes': 'Toolbox stopped.' }[why] ?? 'The app ends.',
    });
    expect(await left).toBeInstanceOf(Error);
    expect(its.host.isAsking('thread')).toBe(false);
  });

  test('that looks at what never answers does not hold up the end of the app', async () => {
    let isAsked = () => {};
    const asked = new Promise<void>((resolve) => {
      isAsked = resolve;
    });
    const its = await toolSetting(
      {},
      {
        diagnostics: () => {
          isAsked();
          return new Promise(() => {});
        },
      },
    );
    const call = its.start((ask) => ask('call.diagnostics', {}));
    await asked;
    await its.host.close();
    expect(await call.done).toEqual({ type: 'failed', reason: 'The app ends.' });
  });
});

test('a call acts in the folder of its thread, whichever is open by now', async () => {
  const its = await toolSetting({ 'a.txt': 'of the open folder', b: '' });
  const folder = join(its.outside, 'other');
  await mkdir(folder);
  await writeFile(join(folder, 'a.txt'), 'of its own');
  its.rule('change', 'allow', '**');
  its.rule('command', 'allow', 'pwd', 'rm a.txt');
  const said: unknown[] = [];
  const call = its.start(
    async (ask) => {
      said.push(await ask('call.readText', { path: 'a.txt' }));
      said.push(await ask('call.find', { glob: '**', limit: 9 }));
      said.push((await ask('call.search', { query: { text: 'of' } })).matches.map(({ path }) => path));
      await ask('call.change', write('new.txt'));
      await ask('call.change', { changes: [{ type: 'delete', path: '.' }] }).catch((error) => said.push(error.message));
      said.push((await ask('call.exec', { command: 'pwd' })).output.trim());
      await ask('call.exec', { command: 'rm a.txt' });
      return '';
    },
    { folder },
  );
  await call.done;
  expect(said).toEqual(['of its own', ['a.txt'], ['a.txt'], expect.stringContaining('is the open folder'), folder]);
  expect(await readdir(folder)).toEqual(['new.txt']);
  expect(await readdir(its.root)).toEqual(['a.txt', 'b']);
  expect(await its.changes.review.restore('thread', 'prompt', true)).toMatchObject({ value: { fileCount: 2 } });
  expect(await readdir(folder)).toEqual(['a.txt']);
});
