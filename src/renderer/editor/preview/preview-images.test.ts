import { expect, test } from 'vitest';
import { ok } from '../../../shared/contract/errors.ts';
import { stubWindow } from '../../base/window.fixture.ts';

const asked: string[] = [];
stubWindow({
  documents: {
    image: async (path: string) => {
      asked.push(path);
      return ok({ type: 'image/png', bytes: new Uint8Array(path.includes('large') ? 40 * 1024 * 1024 : 1) });
    },
  },
});
const { createPreviewImages } = await import('./preview-images.ts');

test('images are read once each, none that is not to be looked at, and none after 100 MB of them', async () => {
  const { source, dispose } = createPreviewImages('posix', (path) => (path.startsWith('//') ? null : `/p/${path}`));
  const load = (...hrefs: string[]) => Promise.all(hrefs.map(source.load));
  const far = Array.from({ length: 100 }, (_, index) => `https://a.test/${index}.png`);
  const loaded = await load('//a.test/far.png', 'data:image/png;base64,', ...far);
  expect(loaded.every((address) => address === null)).toBe(true);
  expect(asked).toEqual([]);
  const [first, again] = await load('a.png', 'a.png');
  expect(first).toMatch(/^blob:/);
  expect([again, source.known('a.png')]).toEqual([first, first]);
  expect(asked).toEqual(['/p/a.png']);
  await load(...Array.from({ length: 20 }, (_, index) => `large${index}.png`));
  expect(asked.length).toBeLessThan(6);
  dispose();
});
