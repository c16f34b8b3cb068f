import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Layout,
  minShare,
  panesIn,
  placed,
  readLayout,
  resized,
  type Split,
  splitPane,
  withoutPane,
} from './layout.ts';

const splitOf = (layout: Layout): Split => {
  if (typeof layout === 'number') throw new Error('It is not split.');
  return layout;
};

describe('a layout', () => {
  it('divides a pane along its row or column, and nests across it', () => {
    const row = splitPane(splitPane(0, 0, 'row', 1), 0, 'row', 2);
    expect(row).toEqual({
      axis: 'row',
      parts: [
        { layout: 0, share: 0.25 },
        { layout: 2, share: 0.25 },
        { layout: 1, share: 0.5 },
      ],
    });
    const nested = splitPane(row, 2, 'column', 3);
    expect(panesIn(nested)).toEqual([0, 2, 3, 1]);
    const { panes } = placed(nested);
    expect(panes.get(3)).toEqual({ left: 0.25, top: 0.5, width: 0.25, height: 0.5 });
  });

  it('gives the room of a pane to the others of its row, and needs no split of one', () => {
    const row = splitPane(splitPane(0, 0, 'row', 1), 1, 'row', 2);
    expect(placed(withoutPane(row, 0) ?? 0).panes).toEqual(
      new Map([
        [1, { left: 0, top: 0, width: 0.5, height: 1 }],
        [2, { left: 0.5, top: 0, width: 0.5, height: 1 }],
      ]),
    );
    expect(withoutPane(splitPane(0, 0, 'column', 1), 0)).toBe(1);
    expect(withoutPane(0, 0)).toBeNull();
    const nested = splitPane(splitPane(splitPane(0, 0, 'row', 1), 1, 'column', 2), 2, 'row', 3);
    expect(splitOf(withoutPane(nested, 1) ?? 0).parts).toEqual([
      { layout: 0, share: 0.5 },
      { layout: 2, share: 0.25 },
      { layout: 3, share: 0.25 },
    ]);
  });

  it('moves a border between the two parts beside it, as far as each keeps some room', () => {
    const row = splitPane(splitPane(0, 0, 'row', 1), 1, 'row', 2);
    const moved = splitOf(resized(row, splitOf(row), 0, 0.6));
    expect(moved.parts.map(({ share }) => share)).toEqual([0.6, expect.closeTo(0.15), 0.25]);
    const far = splitOf(resized(row, splitOf(row), 0, 5));
    expect(far.parts.map(({ share }) => share)).toEqual([expect.closeTo(0.65), expect.closeTo(minShare), 0.25]);
    expect(resized(row, { ...splitOf(row) }, 0, 0.6)).toEqual(row);
  });

  it('that was kept is taken only with each pane exactly once, and without needless levels', () => {
    const wild: Layout = {
      axis: 'row',
      parts: [
        {
          share: 0.5,
          layout: {
            axis: 'row',
            parts: [
              { share: 1, layout: 0 },
              { share: 1, layout: 1 },
            ],
          },
        },
        { share: 0.5, layout: { axis: 'column', parts: [{ share: 0.0001, layout: 2 }] } },
      ],
    };
    expect(readLayout(wild, [0, 1])).toBeNull();
    expect(readLayout(wild, [0, 1, 3])).toBeNull();
    const read = splitOf(readLayout(wild, [0, 1, 2]) ?? 0);
    expect(read.parts.map(({ layout }) => layout)).toEqual([0, 1, 2]);
    expect(read.parts.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1);
  });
});

it('panes cover the area without gaps or overlaps, whatever is divided, closed and resized', () => {
  const step = fc.record({
    at: fc.nat(20),
    axis: fc.constantFrom('row' as const, 'column' as const),
    kind: fc.nat(3),
    share: fc.double({ min: 0, max: 1, noNaN: true }),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
      let layout: Layout = 0;
      let next = 1;
      for (const { at, axis, kind, share } of steps) {
        const panes = panesIn(layout);
        const pane = panes[at % panes.length] ?? 0;
        const borders = placed(layout).borders;
        const border = borders[at % Math.max(borders.length, 1)];
        if (kind < 2) layout = splitPane(layout, pane, axis, next++);
        else if (kind === 2) layout = withoutPane(layout, pane) ?? layout;
        else if (border) layout = resized(layout, border.of, border.index, share);
        expect(readLayout(layout, panesIn(layout))).not.toBeNull();
      }
      const rects = [...placed(layout).panes.values()];
      expect(rects).toHaveLength(panesIn(layout).length);
      expect(rects.reduce((sum, { width, height }) => sum + width * height, 0)).toBeCloseTo(1);
      for (const [index, one] of rects.entries()) {
        for (const other of rects.slice(index + 1)) {
          const overlap = (begin: 'left' | 'top', size: 'width' | 'height') =>
            Math.min(one[begin] + one[size], other[begin] + other[size]) - Math.max(one[begin], other[begin]);
          expect(Math.min(overlap('left', 'width'), overlap('top', 'height'))).toBeLessThan(1e-9);
        }
      }
    }),
  );
});
