import { describe, expect, test, vi } from 'vitest';
import { createMemoryPorts } from './memory-port.ts';

describe('a pair of memory ports', () => {
  test('delivers clones, later and in order', async () => {
    const [left, right] = createMemoryPorts();
    const received: unknown[] = [];
    right.onMessage((message) => void received.push(message));
    const sent = { n: 1 };
    left.send(sent);
    left.send('two');
    sent.n = 2;
    expect(received).toEqual([]);
    await vi.waitFor(() => expect(received).toEqual([{ n: 1 }, 'two']));
    expect(received[0]).not.toBe(sent);
  });

  test('keeps what came before somebody listened', async () => {
    const [left, right] = createMemoryPorts();
    left.send(1);
    left.send(2);
    await Promise.resolve();
    const received: unknown[] = [];
    right.onMessage((message) => void received.push(message));
    expect(received).toEqual([1, 2]);
  });

  test('throws for what cannot be cloned, and sends nothing', async () => {
    const [left, right] = createMemoryPorts();
    const received: unknown[] = [];
    right.onMessage((message) => void received.push(message));
    expect(() => left.send(() => 1)).toThrow(/could not be cloned/);
    left.send('after');
    await vi.waitFor(() => expect(received).toEqual(['after']));
  });

  test('tells the other side of a close after what was sent before it, once, and not the side that closed', async () => {
    const [left, right] = createMemoryPorts();
    const told: unknown[] = [];
    left.onClose(() => told.push('left'));
    right.onClose(() => told.push('right'));
    right.onMessage((message) => void told.push(message));
    left.send('last words');
    left.close();
    left.close();
    left.send('too late');
    await vi.waitFor(() => expect(told).toEqual(['last words', 'right']));
    right.send('nobody is there');
    right.close();
    await Promise.resolve();
    await Promise.resolve();
    expect(told).toEqual(['last words', 'right']);
  });
});
