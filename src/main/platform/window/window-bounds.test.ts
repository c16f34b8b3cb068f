import { describe, expect, it } from 'vitest';
import { chooseBounds } from './window-bounds.ts';

const laptop = { x: 0, y: 25, width: 1440, height: 875 };
const beside = { x: 1440, y: 0, width: 1920, height: 1080 };
const stored = (x: number, y: number, width = 1000, height = 700) => ({ x, y, width, height, isMaximized: false });

describe('chooseBounds', () => {
  it('opens at the default size, or as large as the screen, on the first start', () => {
    expect(chooseBounds(undefined, [laptop])).toEqual({ width: 1280, height: 800 });
    expect(chooseBounds(undefined, [{ ...laptop, width: 1024, height: 600 }])).toEqual({ width: 1024, height: 600 });
    expect(chooseBounds(undefined, [])).toEqual({ width: 1280, height: 800 });
  });

  it('opens where it was, also on a second screen', () => {
    expect(chooseBounds(stored(100, 100), [laptop])).toEqual({ x: 100, y: 100, width: 1000, height: 700 });
    expect(chooseBounds(stored(2000, 50), [laptop, beside])).toMatchObject({ x: 2000, y: 50 });
  });

  it.each([
    ['on a screen that is gone', stored(2000, 50)],
    ['too far to the left', stored(-960, 100)],
    ['below the screen', stored(100, 890)],
    ['above every screen', stored(100, -500)],
  ])('opens on the first screen when it was %s', (_where, bounds) => {
    expect(chooseBounds(bounds, [laptop])).toEqual({ width: 1280, height: 800 });
  });

  it('keeps the title reachable and the size within limits', () => {
    expect(chooseBounds(stored(100, 0), [laptop])).toMatchObject({ y: 25 });
    expect(chooseBounds(stored(0, 100, 100, 100), [laptop])).toMatchObject({ width: 640, height: 420 });
    expect(chooseBounds(stored(0, 100, 9000, 9000), [laptop])).toMatchObject({ width: 1440, height: 875 });
  });
});
