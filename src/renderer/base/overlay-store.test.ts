import { expect, test } from 'vitest';
import { placeAfter } from './picker/place.ts';
import { stubWindow } from './window.fixture.ts';

stubWindow();
const { awaitPart, openOverlay, overlayArrived, partArrived, pasteAhead, splitAtEnter, textAfter, typeAhead } =
  await import('./overlay-store.ts');

const press = (...keys: string[]) => keys.map((key) => typeAhead({ key } as KeyboardEvent));

test('what is typed before a picker is there is kept for it, mistyped letters aside', () => {
  openOverlay('files');
  expect(press('a', 'x', 'Backspace', 'b', 'Enter', 'c')).not.toContain(false);
  const [typed, entered] = splitAtEnter(overlayArrived());
  expect(textAfter('', typed)).toBe('ab');
  expect(textAfter('', entered ?? [])).toBe('c');
  expect(press('d')).toEqual([false]);
});

test('what is pasted before a picker is there, and the line that is gone to, are kept for it', () => {
  openOverlay('commands');
  press('ArrowDown', 'a');
  expect(pasteAhead(' name')).toBe(true);
  press('ArrowDown', 'PageDown', 'ArrowUp');
  const [keys, entered] = splitAtEnter(overlayArrived());
  expect(textAfter('>', keys)).toBe('>a name');
  expect(placeAfter(keys)).toBe(10);
  expect(entered).toBeNull();
  expect(pasteAhead('late')).toBe(false);
});

test('what is typed before a part is there is its text, unless a picker was asked for since', () => {
  awaitPart();
  press('a', 'Enter', 'b');
  expect(partArrived()).toBe('a\nb');
  expect(press('c')).toEqual([false]);
  awaitPart();
  openOverlay('files');
  press('d');
  expect(partArrived()).toBe('');
  expect(textAfter('', overlayArrived())).toBe('d');
});
