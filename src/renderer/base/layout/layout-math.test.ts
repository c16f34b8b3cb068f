import { describe, expect, it } from 'vitest';
import { defaultLayout } from '../../../shared/contract/app-state.ts';
import { fitWidths, roomFor } from './layout-math.ts';

const both = { tree: true, panel: true };

describe('the layout', () => {
  it('hides the tree below 900 px and makes the panel a sheet at 800', () => {
    expect([1280, 900, 899, 801, 800, 640].map(roomFor)).toEqual([
      'wide',
      'wide',
      'medium',
      'medium',
      'small',
      'small',
    ]);
  });

  it('gives the panes what was wished for when there is room', () => {
    expect(fitWidths(defaultLayout, both, 1280)).toEqual({ tree: 220, panel: 380 });
  });

  it('takes from the panel first when the editor would get too little', () => {
    expect(fitWidths({ ...defaultLayout, panelWidth: 700 }, both, 1000)).toEqual({ tree: 220, panel: 520 });
    expect(fitWidths({ ...defaultLayout, treeWidth: 480, panelWidth: 700 }, both, 900)).toEqual({
      tree: 360,
      panel: 280,
    });
  });

  it('brings absurd stored widths back into bounds', () => {
    expect(fitWidths({ ...defaultLayout, treeWidth: -5, panelWidth: 99999 }, both, 2000)).toEqual({
      tree: 140,
      panel: 900,
    });
  });
});
