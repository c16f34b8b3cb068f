import { describe, expect, test, vi } from 'vitest';
import type { Notice } from '../../../shared/contract/extensions/host-state.ts';
import { createNoticeBoard } from '../../notices/notice-board.ts';
import { createExtensionMessages } from './extension-messages.ts';
import { asker, other } from './test-support/askers.ts';

const { signal } = new AbortController();
const info = (text: string, ...actions: string[]) => ({ severity: 'info' as const, text, actions });

function setUp() {
  const shown = new Map<string, Notice>();
  let count = 0;
  const notices = createNoticeBoard((event) => {
    count++;
    if (event.type === 'notice') shown.set(event.notice.id, event.notice);
    else shown.delete(event.noticeId);
  });
  const texts = () => [...shown.values()].map(({ text }) => text);
  const idOf = (text: string) => [...shown.values()].find((notice) => notice.text.endsWith(text))?.id ?? '';
  return { messages: createExtensionMessages({ notices }), notices, texts, idOf, count: () => count, shown };
}

describe('messages of extensions', () => {
  test('carry the name that main knows; the action that is chosen is the answer', async () => {
    const { messages, notices, shown, texts, idOf } = setUp();
    const answer = messages.show(asker, info('Save?\n\u202ENow', 'Yes', 'No'), signal);
    expect([...shown.values()]).toMatchObject([
      { severity: 'info', text: 'Extension A: Save?\nNow', actions: [{ label: 'Yes' }, { label: 'No' }] },
    ]);
    notices.act(idOf('Now'), '1');
    expect(await answer).toBe(1);
    expect(texts()).toEqual([]);
  });

  test('that are dismissed or whose call is aborted answer null', async () => {
    const { messages, notices, texts, idOf } = setUp();
    const controller = new AbortController();
    const dismissed = messages.show(asker, info('one', 'Yes'), signal);
    const aborted = messages.show(asker, info('two', 'Yes'), controller.signal);
    notices.dismiss(idOf('one'));
    controller.abort();
    expect(await Promise.all([dismissed, aborted])).toEqual([null, null]);
    expect(texts()).toEqual([]);
  });

  test('without actions keep nobody waiting, and stay until they are read', async () => {
    const { messages, texts } = setUp();
    const controller = new AbortController();
    expect(await messages.show(asker, info('done'), controller.signal)).toBeNull();
    controller.abort();
    expect(texts()).toEqual(['Extension A: done']);
  });

  test('of one extension are five on screen; the next comes when one is read', async () => {
    const { messages, notices, texts, idOf } = setUp();
    for (let n = 0; n < 7; n++) void messages.show(asker, info(String(n)), signal);
    void messages.show(other, info('theirs'), signal);
    expect(texts()).toEqual([...[0, 1, 2, 3, 4].map((n) => `Extension A: ${n}`), 'Extension B: theirs']);
    notices.dismiss(idOf('2'));
    expect(texts()).toContain('Extension A: 5');
    expect(texts()).not.toContain('Extension A: 6');
  });

  test('thousands of them are five on screen, and the rest is refused', async () => {
    const { messages, count } = setUp();
    const show = (n: number) => messages.show(asker, info(String(n), 'Yes'), signal);
    const refused = new Set<string>();
    let left = 0;
    for (let n = 0; n < 5_000; n++) {
      left++;
      show(n).catch((error: Error) => {
        refused.add(error.message);
        left--;
      });
    }
    await vi.waitFor(() => expect(left).toBeLessThanOrEqual(105));
    expect([...refused]).toEqual(['Extension A sends more messages than can be shown. This one was dropped.']);
    expect(count()).toBe(5);
  });

  test('sent and taken back over and over do not flood the window', async () => {
    const { messages, count } = setUp();
    const sent: Promise<unknown>[] = [];
    for (let n = 0; n < 1000; n++) {
      const controller = new AbortController();
      sent.push(messages.show(asker, info(String(n), 'Yes'), controller.signal));
      controller.abort();
    }
    await Promise.allSettled(sent);
    expect(count()).toBeLessThan(200);
  });

  test('of an extension that is gone stay when they only tell, and go when they ask', async () => {
    const { messages, texts } = setUp();
    const asking = messages.show(asker, info('Sure?', 'Yes'), signal);
    for (let n = 0; n < 6; n++) void messages.show(asker, info(String(n)), signal);
    messages.withdraw('a');
    expect(await asking).toBeNull();
    expect(texts()).toEqual([0, 1, 2, 3].map((n) => `Extension A: ${n}`));
  });
});
