import { describe, expect, it, vi } from 'vitest';
import { createCloseGuard } from './close-guard.ts';

function setUp({ isAlive = true, native = true } = {}) {
  const log: string[] = [];
  const guard = createCloseGuard({
    askRenderer: () => log.push('asked'),
    isAlive: async () => isAlive,
    askNatively: async (count) => {
      log.push(`asked natively about ${count}`);
      return native;
    },
    closeNow: () => log.push('closed'),
    onStay: () => log.push('stays'),
  });
  return { guard, log };
}

describe('createCloseGuard', () => {
  it('lets a window go that holds nothing unsaved', () => {
    const { guard, log } = setUp();
    expect(guard.mayClose()).toBe(true);
    expect(log).toEqual([]);
  });

  it('asks the renderer once, however often closing is tried, and closes when it agrees', async () => {
    const { guard, log } = setUp();
    guard.setUnsavedCount(2);
    expect([guard.mayClose(), guard.mayClose(), guard.mayClose()]).toEqual([false, false, false]);
    expect(log).toEqual(['asked']);
    guard.answer(true);
    expect(log).toEqual(['asked', 'closed']);
    expect(guard.mayClose()).toBe(true);
  });

  it('stays when the person wants to, and asks again the next time', () => {
    const { guard, log } = setUp();
    guard.setUnsavedCount(1);
    guard.mayClose();
    guard.answer(false);
    expect(guard.mayClose()).toBe(false);
    expect(log).toEqual(['asked', 'stays', 'asked']);
  });

  it('ignores an answer that nobody asked for', () => {
    const { guard, log } = setUp();
    guard.setUnsavedCount(1);
    guard.answer(true);
    expect(log).toEqual([]);
    expect(guard.mayClose()).toBe(false);
  });

  it('lets everything be saved and then closes', () => {
    const { guard } = setUp();
    guard.setUnsavedCount(3);
    guard.setUnsavedCount(0);
    expect(guard.mayClose()).toBe(true);
  });

  it.each([
    [true, 'closed'],
    [false, 'stays'],
  ])('asks in a dialog of the system when the renderer hangs; %s: %s', async (native, end) => {
    const { guard, log } = setUp({ isAlive: false, native });
    guard.setUnsavedCount(2);
    expect(guard.mayClose()).toBe(false);
    await vi.waitFor(() => expect(log).toEqual(['asked', 'asked natively about 2', end]));
  });

  it('asks natively when the renderer stops while its own question is open', async () => {
    let isAlive = true;
    const log: string[] = [];
    const guard = createCloseGuard({
      askRenderer: () => log.push('asked'),
      isAlive: async () => isAlive,
      askNatively: async () => {
        log.push('asked natively');
        return true;
      },
      closeNow: () => log.push('closed'),
      onStay: () => log.push('stays'),
    });
    guard.setUnsavedCount(1);
    guard.mayClose();
    isAlive = false;
    guard.mayClose();
    await vi.waitFor(() => expect(log).toContain('closed'));
    expect(log.filter((entry) => entry === 'asked natively')).toHaveLength(1);
  });

  it('closes at once when the renderer crashes while it is asked, and never asks a crashed one', () => {
    const { guard, log } = setUp();
    guard.setUnsavedCount(1);
    guard.mayClose();
    guard.rendererGone();
    expect(log).toEqual(['asked', 'closed']);
    const other = setUp();
    other.guard.setUnsavedCount(1);
    expect(other.guard.rendererGone()).toBe(1);
    expect(other.guard.rendererGone()).toBe(0);
    expect(other.guard.mayClose()).toBe(true);
  });
});
