import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { Question } from '../../../shared/contract/question.ts';
import { type Asked, createQuestionBoard } from './question-board.ts';
import { asker, other } from './test-support/askers.ts';

const effect: Asked = {
  ...{
    type: 'effect',
    title: 'Run?',
    effect: { type: 'command', line: 'ls', cwd: '.', parts: ['ls'] },
    patterns: ['ls'],
  },
  where: { folder: '/x', isWhole: true, isTrusted: true },
};
const prompt = (title: string): Asked => ({ type: 'prompt', title, placeholder: '', value: '', isMultiline: false });
const confirm: Asked = { type: 'confirm', title: 'Sure?', text: 'It\nis gone\u202E' };
const pick: Asked = { type: 'pick', title: 'Which?', placeholder: '', items: [{ label: 'x' }, { label: 'y' }] };

function setUp() {
  const events: string[] = [];
  let shown: Question | undefined;
  let now = 0;
  const board = createQuestionBoard({
    now: () => now,
    publish(event) {
      if (event.type === 'question') shown = event.question;
      events.push(event.type === 'question' ? `shown ${event.question.title}` : 'ended');
    },
  });
  const { signal } = new AbortController();
  const pass = (ms: number) => {
    now += ms;
  };
  return { board, events, signal, pass, shownId: () => shown?.id ?? '', shown: () => shown };
}

describe('questions of extensions', () => {
  test('whose answer is acted on are not left: what is decided takes its question back', async () => {
    const { board, signal, shownId, shown } = setUp();
    const closed = board.ask(asker, confirm, signal);
    await board.answer(shownId(), null);
    await closed;
    const abort = new AbortController();
    const decided = board.ask(asker, effect, abort.signal, async () => abort.abort());
    const other = board.ask(asker, prompt('other'), signal);
    await board.answer(shownId(), 'allow-once');
    await decided;
    expect(shown()).toMatchObject({ title: 'other' });
    await board.answer(shownId(), 'typed');
    expect(await other).toBe('typed');
  });

  test('come one at a time, in order, with the name that main knows', async () => {
    const { board, events, signal, shown, shownId } = setUp();
    const first = board.ask(asker, prompt('one'), signal);
    const second = board.ask(other, pick, signal);
    expect(shown()).toMatchObject({ asker, title: 'one', type: 'prompt' });
    board.answer(shownId(), 'typed');
    expect(await first).toBe('typed');
    expect(shown()).toMatchObject({ asker: other, items: [{ label: 'x' }, { label: 'y' }] });
    board.answer(shownId(), 1);
    expect(await second).toBe(1);
    expect(events).toEqual(['shown one', 'ended', 'shown Which?', 'ended']);
  });

  test.each([
    [pick, 2],
    [pick, -1],
    [pick, 0.5],
    [pick, 'x'],
    [prompt('p'), 0],
    [prompt('p'), null],
    [effect, 'allow'],
    [effect, 0],
    [prompt('p'), 'x'.repeat(65_537)],
    [confirm, 'allow'],
    [confirm, 0],
  ])('an answer that does not fit counts as cancelled: %j, %j', async (asked, answer) => {
    const { board, signal, shownId } = setUp();
    const asking = board.ask(asker, asked, signal);
    board.answer(shownId(), answer);
    expect(await asking).toBeNull();
  });

  test('only the question on screen can be answered', async () => {
    const { board, events, signal, shownId } = setUp();
    const first = board.ask(asker, prompt('one'), signal);
    const old = shownId();
    board.answer('another', 'x');
    board.answer(old, 'typed');
    const second = board.ask(asker, prompt('two'), signal);
    board.answer(old, 'late');
    expect(events.at(-1)).toBe('shown two');
    board.answer(shownId(), 'answer');
    expect(await Promise.all([first, second])).toEqual(['typed', 'answer']);
  });

  test('go with their extension, and nothing of it flickers by', async () => {
    const { board, events, signal, shownId } = setUp();
    const mine = [board.ask(asker, prompt('one'), signal), board.ask(asker, prompt('two'), signal)];
    const theirs = board.ask(other, prompt('three'), signal);
    board.withdraw('a');
    expect(await Promise.all(mine)).toEqual([null, null]);
    expect(events).toEqual(['shown one', 'ended', 'shown three']);
    board.answer(shownId(), 'yes');
    expect(await theirs).toBe('yes');
  });

  test('are taken back when the call is aborted', async () => {
    const { board, events, signal } = setUp();
    const controllers = [new AbortController(), new AbortController()];
    const asking = controllers.map((one, n) => board.ask(asker, prompt(String(n)), one.signal));
    board.ask(asker, prompt('last'), signal);
    for (const one of controllers.reverse()) one.abort();
    expect(await Promise.all(asking)).toEqual([null, null]);
    expect(events).toEqual(['shown 0', 'ended', 'shown last']);
    expect(await board.ask(asker, prompt('never'), AbortSignal.abort())).toBeNull();
  });

  test('of one extension are five at the most, and those of others have room', async () => {
    const { board, events, signal } = setUp();
    for (let n = 0; n < 5; n++) void board.ask(asker, prompt(String(n)), signal);
    await expect(board.ask(asker, prompt('5'), signal)).rejects.toMatchObject({
      code: 'invalid-request',
      message: 'Extension A has 5 questions waiting. Wait for an answer first.',
    });
    void board.ask(other, prompt('theirs'), signal);
    board.withdraw('a');
    expect(events).toEqual(['shown 0', 'ended', 'shown theirs']);
  });

  test('asked and taken back over and over do not flood the window', async () => {
    const { board, events } = setUp();
    const asking: Promise<unknown>[] = [];
    for (let n = 0; n < 1_000; n++) {
      const controller = new AbortController();
      asking.push(board.ask(asker, prompt(String(n)), controller.signal));
      controller.abort();
    }
    await Promise.all(asking);
    expect(events).toEqual(['shown 0', 'ended', 'shown 1', 'ended']);
  });

  test('asked faster than anyone could answer are refused', async () => {
    const { board, signal, shownId } = setUp();
    const ask = async () => {
      const asking = board.ask(asker, pick, signal);
      board.answer(shownId(), 0);
      return asking;
    };
    for (let n = 0; n < 20; n++) expect(await ask()).toBe(0);
    await expect(ask()).rejects.toThrow('Extension A asks too often. Ask again in a second.');
  });

  test('go away when their time is over, which counts from when they are shown; they wait as long for their turn', async () => {
    vi.useFakeTimers({ now: 1_000_000 });
    onTestFinished(() => void vi.useRealTimers());
    const { board, events, signal, shown, shownId, pass } = setUp();
    const lasting = board.ask(other, prompt('lasting'), signal);
    const given = { timeoutMs: 5_000 };
    const impatient = board.ask(asker, { ...prompt('impatient'), ...given }, signal);
    vi.advanceTimersByTime(3_000);
    const patient = board.ask(asker, { ...prompt('patient'), ...given }, signal);
    vi.advanceTimersByTime(1_999);
    expect(await Promise.race([impatient, 'waits'])).toBe('waits');
    vi.advanceTimersByTime(1);
    expect(await impatient).toBeNull();
    expect(shown()).not.toHaveProperty('until');
    board.answer(shownId(), 'yes');
    expect(await lasting).toBe('yes');
    expect(shown()).toMatchObject({ title: 'patient', until: 1_010_000 });
    vi.advanceTimersByTime(4_999);
    expect(events.at(-1)).toBe('shown patient');
    vi.advanceTimersByTime(1);
    expect(await patient).toBeNull();
    expect(events.at(-1)).toBe('ended');
    const again = board.ask(asker, { ...prompt('again'), ...given }, signal);
    vi.advanceTimersByTime(5_000);
    expect(await again).toBeNull();
    expect(await board.ask(asker, prompt('in a pause, as two had no answer'), signal)).toBeNull();
    pass(1_000);
    const answered = board.ask(asker, { ...prompt('answered'), ...given }, signal);
    board.answer(shownId(), 'in time');
    expect(await answered).toBe('in time');
    const typed = board.ask(asker, { ...prompt('typed'), ...given }, signal);
    board.attend(shownId());
    vi.advanceTimersByTime(100_000);
    board.answer(shownId(), 'with care');
    expect(await typed).toBe('with care');
    expect(vi.getTimerCount()).toBe(0);
  });

  test('that are cancelled in a row are followed by longer and longer pauses, until the person answers', async () => {
    const { board, events, signal, pass, shown, shownId } = setUp();
    const ask = (title: string) => board.ask(asker, prompt(title), signal);
    const cancel = async () => {
      const asking = ask('cancelled');
      board.answer(shownId(), null);
      expect(await asking).toBeNull();
    };
    await cancel();
    for (const pauseMs of [1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000]) {
      await cancel();
      pass(pauseMs - 1);
      const before = events.length;
      expect(await ask('in a pause')).toBeNull();
      expect(events).toHaveLength(before);
      pass(1);
    }
    const asking = ask('at last');
    expect(shown()?.title).toBe('at last');
    board.answer(shownId(), 'yes');
    expect(await asking).toBe('yes');
    await cancel();
    const again = ask('at once');
    expect(shown()?.title).toBe('at once');
    const waiting = ask('behind it');
    board.answer(shownId(), null);
    expect(await Promise.all([again, waiting])).toEqual([null, null]);
    expect(shown()?.title).toBe('at once');
    const theirs = board.ask(other, prompt('theirs'), signal);
    board.answer(shownId(), 'not held up');
    expect(await theirs).toBe('not held up');
  });

  test('about one file after the other that are refused are followed by a pause; refusals of what is asked once are not', async () => {
    const { board, signal, pass, shownId } = setUp();
    const refuse = async (asked: Asked) => {
      const asking = board.ask(asker, asked, signal);
      await board.answer(shownId(), 'deny');
      return asking;
    };
    const access: Asked = { type: 'access', access: 'read-threads', hosts: [] };
    const file: Asked = { type: 'secret-file', deed: 'read', path: '.env' };
    for (let count = 0; count < 6; count += 1) expect(await refuse(access)).toBe('deny');
    for (let count = 0; count < 5; count += 1) expect(await refuse(file)).toBe('deny');
    expect(await refuse(file)).toBeNull();
    pass(1_000);
    expect(await refuse(file)).toBe('deny');
  });

  test('about an effect are acted on before they end, and stay where that fails', async () => {
    const { board, events, signal, shownId } = setUp();
    const accepted: unknown[] = [];
    const asking = board.ask(asker, effect, signal, async (decision) => {
      accepted.push(decision);
      if (decision !== 'allow-once') throw new Error('Not so.');
    });
    const rule = { type: 'always', patterns: ['ls'], place: 'folder' } as const;
    await expect(board.answer(shownId(), rule)).rejects.toThrow('Not so.');
    expect(events).toEqual(['shown Run?']);
    await board.answer(shownId(), 'allow-once');
    expect(await asking).toBe('allow-once');
    expect(accepted).toEqual([rule, 'allow-once']);
    expect(events).toEqual(['shown Run?', 'ended']);
  });

  test('about an effect are refused in a pause, with a sentence', async () => {
    const { board, signal, pass, shownId } = setUp();
    for (let count = 0; count < 2; count += 1) {
      const asking = board.ask(asker, effect, signal);
      board.answer(shownId(), null);
      expect(await asking).toBeNull();
    }
    await expect(board.ask(asker, effect, signal)).rejects.toMatchObject({
      message: 'Extension A may not ask you now, as you closed its last questions. Try again in a minute.',
    });
    pass(1_000);
    const again = board.ask(asker, effect, signal);
    board.answer(shownId(), 'allow-once');
    expect(await again).toBe('allow-once');
  });

  test('are shown without controls and without marks that turn letters round', () => {
    const { board, signal, shown } = setUp();
    void board.ask(asker, { ...pick, title: 'a\u202Eb\nc\u0007', items: [{ label: '\u2066x' }] }, signal);
    expect(shown()).toMatchObject({ title: 'ab c', items: [{ label: 'x' }] });
    board.withdraw('a');
    void board.ask(asker, confirm, signal);
    expect(shown()).toMatchObject({ text: 'It\nis gone' });
  });
});
