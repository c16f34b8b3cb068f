import { expect, test } from 'vitest';
import { stubWindow } from './window.fixture.ts';

stubWindow();
const { openOverlay, overlayArrived, typeAhead } = await import('./overlay-store.ts');

const press = (...keys: string[]) => keys.map((key) => typeAhead({ key } as KeyboardEvent));

test('what is typed before a picker is there is kept for it, mistyped letters aside', () => {
  openOverlay('files');
  expect(press('Backspace', 'a', 'x', 'Backspace', 'b', 'Enter')).not.toContain(false);
  expect(overlayArrived()).toBe('ab\n');
  expect(press('c')).toEqual([false]);
});
