import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { bundledOrigin, createCredentialOwners } from './credential-owners.ts';

test('a key belongs to the folder it was given to, and to a bundled extension while nothing else is known', async () => {
  const path = join(await temporaryFolder(), 'owners.json');
  const open = () => createCredentialOwners({ path, onProblem: () => undefined });
  const owners = await open();
  expect(owners.isOwner('a', bundledOrigin)).toBe(true);
  expect(owners.isOwner('a', '/one')).toBe(false);
  await owners.claim('a', '/one');
  const later = await open();
  expect(['/one', '/two', bundledOrigin].map((origin) => later.isOwner('a', origin))).toEqual([true, false, false]);
  expect([later.ownerOf('a'), later.all()]).toEqual(['/one', [['a', '/one']]]);
  await later.release('a');
  expect((await open()).ownerOf('a')).toBeUndefined();
});

test('a list that cannot be read is kept aside and said', async () => {
  const path = join(await temporaryFolder(), 'owners.json');
  await writeFile(path, '[1]');
  const problems: string[] = [];
  await createCredentialOwners({ path, onProblem: (sentence) => problems.push(sentence) });
  expect(problems).toHaveLength(1);
});
