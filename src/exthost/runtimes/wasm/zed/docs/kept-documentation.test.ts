import { expect, test } from 'vitest';
import { FailureError } from '../../../../../shared/contract/errors.ts';
import { connectContext } from '../../../../test-support/connect-context.ts';
import { KeptDocumentation } from './kept-documentation.ts';

test('packages that are kept at the same time are all kept, until the oldest give way', async () => {
  const files = new Map<string, Uint8Array>();
  const { context } = connectContext({
    'files.readFile': ({ path }) => {
      const file = files.get(path);
      if (file) return file;
      throw new FailureError({ code: 'file-not-found', message: 'It does not exist.' });
    },
    'files.writeFile': ({ path, content }) => {
      files.set(path, content.slice());
      return null;
    },
  });
  const provider = 'larch';
  const kept = new KeptDocumentation(context);
  const save = (name: string) => kept.save({ provider, name }, new Map([[name, `of ${name}`]]));
  await Promise.all(Array.from({ length: 500 }, (_each, index) => save(`p${index}`)));
  await Promise.all([save('p0'), save('new')]);

  const again = new KeptDocumentation(context);
  const names = await again.packages(provider);
  expect([names.length, names.slice(0, 3), names.at(-1)]).toEqual([500, ['new', 'p0', 'p499'], 'p2']);
  expect(await again.read({ provider, name: 'p1' })).toBeNull();
  for (const name of ['new', 'p0', 'p2', 'p499']) {
    expect(await again.read({ provider, name })).toEqual(new Map([[name, `of ${name}`]]));
  }
  expect(files.size).toBe(501);
});
