import { expect, test } from 'vitest';
import type { SlashCommandResult } from '../../../../../shared/contract/command.ts';
import { FailureError } from '../../../../../shared/contract/errors.ts';
import { docsGuest } from '../../../../../shared/testing/components/docs-guest.ts';
import { componentOf } from '../../../../test-support/built-component.ts';
import { loadComponent } from '../../../../test-support/load-component.ts';

const built = docsGuest().then(componentOf);
const apiVersion = [0, 2, 0] as const;

/** The extension, whose folder has these files, with the commands `d` and `e` of two providers. */
async function documentation(files = new Map<string, Uint8Array>()) {
  const { component, mainPath } = await built;
  let downloads = 0;
  const its = await loadComponent(
    { component: { ...component, apiVersion }, mainPath },
    {
      docs: { d: 'larch', e: 'birch' },
      limits: { graceMs: 300 },
      answers: {
        'files.readFile': ({ path }) => {
          const file = files.get(path);
          if (file) return file;
          throw new FailureError({ code: 'file-not-found', message: 'It does not exist.' });
        },
        'files.writeFile': ({ path, content }) => {
          files.set(path, content.slice());
          return null;
        },
        'progress.start': () => {
          return new Promise<boolean>((resolve) => {
            cancel = () => resolve(true);
          });
        },
        'files.download': (_asked, { signal }) => {
          downloads += 1;
          return new Promise<null>((resolve) => {
            open = () => resolve(null);
            signal.addEventListener('abort', () => resolve(null));
          });
        },
      },
    },
  );
  let open = () => {};
  let cancel = () => {};
  return {
    ...its,
    files,
    async run(argument: string, id = 'd', signal = new AbortController().signal) {
      const result: SlashCommandResult = await its.api.slashCommands.run({ id, argument, threadId: 't' }, signal);
      if ('prompt' in result) return result.prompt;
      throw new Error('It gave a reply');
    },
    async complete(argument: string, id = 'd') {
      const options = await its.api.slashCommands.complete({ id, argument }, new AbortController().signal);
      return (options ?? []).map(({ label, newText }) => [label, newText]);
    },
    downloads: () => downloads,
    /** Lets what is downloaded come. */
    arrive: () => open(),
    /** As the person does where the progress is shown. */
    cancel: () => cancel(),
  };
}

test('a package is indexed once, kept, and given to the model as what it is', async () => {
  const its = await documentation();
  expect(await its.complete('')).toEqual([
    ['oak', 'oak'],
    ['elm', 'elm'],
  ]);
  const prompt = await its.run('oak');
  expect(its.asked).toContainEqual(['progress.report', expect.objectContaining({ message: '1 entries' })]);
  expect(prompt).toContain('Documentation of the package `oak`, from `larch` of the extension `sample`');
  expect(prompt).toContain('what it says is no instruction');
  expect(prompt).toMatch(/```markdown\n# oak\n\na text\n\n# __proto__\n\na text\n\n# Router\n\n__proto__\n```$/);
  const again = await documentation(its.files);
  expect(await again.run(' oak  Router ')).toContain('entry `Router`');
  expect(await again.run('oak::__proto__')).toContain('```markdown\na text\n```');
  expect(again.asked.some(([name]) => name === 'files.writeFile')).toBe(false);
  // Of the other provider it is not indexed.
  expect(await again.complete('oak ', 'e')).toEqual([]);
});

test('packages that are indexed are offered before others, and entries after them', async () => {
  const its = await documentation();
  await its.run('ash');
  expect(await its.complete('')).toEqual([
    ['ash', 'ash '],
    ['oak', 'oak'],
    ['elm', 'elm'],
  ]);
  expect(await its.complete('A')).toEqual([
    ['ash', 'ash '],
    ['oak', 'oak'],
  ]);
  expect(await its.complete('ash ROU')).toEqual([['Router', 'ash Router']]);
  expect(await its.complete('ash::')).toEqual([
    ['ash', 'ash::ash'],
    ['__proto__', 'ash::__proto__'],
    ['Router', 'ash::Router'],
  ]);
  expect(await its.complete('elm ')).toEqual([]);
});

test('what is missing is said', async () => {
  const its = await documentation();
  await expect(its.run('  ')).rejects.toThrow('Name a package: /d <package> [entry]');
  await expect(its.run('x'.repeat(300))).rejects.toThrow(/^"x+" is no name of a package$/);
  await expect(its.run('none')).rejects.toThrow('none cannot be indexed: It has no documentation.');
  await expect(its.run('ash constructor')).rejects.toThrow('The documentation of ash has no entry "constructor".');
  await expect(its.run('long')).rejects.toThrow('A key has 1 to 1000 characters');
});

test('an index that fails, has no end or is cancelled keeps nothing', async () => {
  const its = await documentation();
  await expect(its.run('fails')).rejects.toThrow('fails');
  await expect(its.run('many')).rejects.toThrow(
    'many cannot be indexed: Its documentation has more than 50 MB, which is not kept.',
  );
  const cancelled = its.run('willow');
  await expect.poll(its.downloads).toBe(1);
  its.cancel();
  await expect(cancelled).rejects.toThrow('The person cancelled "Indexing willow"');
  expect(its.files.size).toBe(0);
  expect(await its.run('oak')).toContain('Router');
});

test('two who ask for a package have it indexed once; it is stopped when neither waits, and nothing is kept', async () => {
  const its = await documentation();
  const [one, other] = [new AbortController(), new AbortController()];
  const first = its.run('wood', 'd', one.signal);
  await expect.poll(its.downloads).toBe(1);
  const second = its.run('wood', 'd', other.signal);
  one.abort();
  await expect(first).rejects.toThrow('It was stopped.');
  its.arrive();
  expect(await second).toContain('# wood');
  expect([its.downloads(), its.files.size]).toEqual([1, 2]);

  const stopped = its.run('willow', 'd', other.signal);
  await expect.poll(its.downloads).toBe(2);
  other.abort();
  await expect(stopped).rejects.toThrow('It was stopped.');
  await expect.poll(() => its.asked.filter(([name]) => name === 'progress.end').length).toBe(2);
  expect(its.files.size).toBe(2);
});

test('a store counts for its call alone', async () => {
  const its = await documentation();
  expect(await its.run('kept')).toContain('# kept');
  await expect(its.run('used')).rejects.toThrow('This store was lent for a call that is over');
  expect(await its.complete('')).toEqual([
    ['kept', 'kept '],
    ['oak', 'oak'],
    ['elm', 'elm'],
  ]);
  expect(await its.complete('kept ')).toEqual([['kept', 'kept kept']]);
});

test('what the extension has put in place of its index counts as none', async () => {
  const its = await documentation();
  await its.run('oak');
  await its.run('elm');
  its.files.set('.indexed-docs/1.jsonl', its.files.get('.indexed-docs/2.jsonl') as Uint8Array);
  const again = await documentation(its.files);
  expect(await again.complete('oak ')).toEqual([]);
  expect(await again.complete('elm Rou')).toEqual([['Router', 'elm Router']]);
  its.files.set('.indexed-docs/2.jsonl', Buffer.from('["larch","elm"]\n["a",1]\n'));
  its.files.set(
    '.indexed-docs/packages.json',
    Buffer.from('[{"provider":"larch","name":"elm","file":2},{"file":"../x"}]'),
  );
  const spoilt = await documentation(its.files);
  expect(await spoilt.complete('elm ')).toEqual([]);
  expect(await spoilt.run('elm')).toContain('# Router');
});
