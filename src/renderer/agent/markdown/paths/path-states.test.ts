import { expect, onTestFinished, test, vi } from 'vitest';
import type { PathState } from '../../../../shared/contract/documents/document.ts';
import type { LinkEnvironment } from '../link-environment.ts';
import { createPathStates } from './path-states.ts';

function setUp() {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const files = new Map<string, PathState>();
  const asked: string[] = [];
  const listeners = new Set<() => void>();
  const environment: LinkEnvironment = {
    platform: 'posix',
    root: '/p',
    openFile: () => {},
    openAddress: () => {},
    async inspect(path) {
      asked.push(path);
      return files.get(path) ?? 'missing';
    },
    onFilesChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  return {
    environment,
    files,
    listeners,
    states: createPathStates(environment),
    filesChanged: () => {
      for (const listener of listeners) listener();
    },
    /** Paths requested since the last call. */
    async asked() {
      await vi.advanceTimersByTimeAsync(1000);
      return asked.splice(0);
    },
  };
}

test('a path is asked for once, however often it stands there', async () => {
  const { states, files, asked } = setUp();
  files.set('a.ts', 'file');
  const shown = vi.fn();
  const undo = states.follow('a.ts', shown);
  states.follow('a.ts', () => {});
  expect(await asked()).toEqual(['a.ts']);
  expect(states.stateOf('a.ts')).toBe('file');
  expect(shown).toHaveBeenCalledOnce();
  undo();
  states.follow('a.ts', shown);
  expect(await asked()).toEqual([]);
});

test('a file that comes later is seen, without a look at it', async () => {
  const { states, files, filesChanged, asked } = setUp();
  const shown = vi.fn();
  states.follow('new.ts', shown);
  await asked();
  expect(states.stateOf('new.ts')).toBe('missing');
  files.set('new.ts', 'file');
  filesChanged();
  await asked();
  expect(states.stateOf('new.ts')).toBe('file');
  expect(shown).toHaveBeenCalledTimes(2);
});

test('many changes are one look, at what is missing on the page and at nothing else', async () => {
  const { states, files, filesChanged, asked } = setUp();
  files.set('there.ts', 'file');
  files.set('src', 'directory');
  for (const path of ['there.ts', 'src', 'gone.ts']) states.follow(path, () => {});
  const undo = states.follow('scrolled-away.ts', () => {});
  await asked();
  undo();
  for (let count = 0; count < 100; count++) filesChanged();
  expect(await asked()).toEqual(['gone.ts']);
  expect(await asked()).toEqual([]);
});

test('what was missing when nobody followed it is asked for again, and shown as missing meanwhile', async () => {
  const { states, files, asked } = setUp();
  states.follow('new.ts', () => {})();
  await asked();
  files.set('new.ts', 'file');
  states.follow('new.ts', () => {});
  expect(states.stateOf('new.ts')).toBe('missing');
  expect(await asked()).toEqual(['new.ts']);
  expect(states.stateOf('new.ts')).toBe('file');
});

test('nothing is listened to when no path is on the page', async () => {
  const { states, listeners, filesChanged, asked } = setUp();
  const undo = states.follow('gone.ts', () => {});
  await asked();
  filesChanged();
  undo();
  undo();
  expect(listeners.size).toBe(0);
  expect(await asked()).toEqual([]);
  states.follow('gone.ts', () => {});
  expect(listeners.size).toBe(1);
});

test('a look sees that a file is gone; of two answers the later question counts; a failed one is asked again', async () => {
  const { states, environment, files, asked } = setUp();
  const answers: ((state: PathState) => void)[] = [];
  const slow = createPathStates({
    ...environment,
    inspect: () => new Promise((resolve) => void answers.push(resolve)),
  });
  slow.follow('a.ts', () => {});
  slow.look('a.ts');
  answers[1]?.('file');
  answers[0]?.('missing');
  await asked();
  expect(slow.stateOf('a.ts')).toBe('file');

  files.set('b.ts', 'file');
  states.follow('b.ts', () => {});
  await asked();
  files.delete('b.ts');
  states.look('b.ts');
  await asked();
  expect(states.stateOf('b.ts')).toBe('missing');

  let isBroken = true;
  let changed = () => {};
  const broken = createPathStates({
    ...environment,
    inspect: () => (isBroken ? Promise.reject(new Error('gone')) : Promise.resolve('file')),
    onFilesChange(listener) {
      changed = listener;
      return () => {};
    },
  });
  broken.follow('c.ts', () => {});
  await asked();
  isBroken = false;
  changed();
  await asked();
  expect(broken.stateOf('c.ts')).toBe('file');
});
