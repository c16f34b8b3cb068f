import { expect, test } from 'vitest';
import { createAskingElsewhere } from './asking-elsewhere.ts';

test('threads that ask in another folder are told of, a folder once, until they ask no more or it is open', () => {
  const threads = [
    { id: 'a', workspace: '/code/first' },
    { id: 'b', workspace: '/code/first' },
    { id: 'c', workspace: '/code/second' },
  ];
  const asking = new Set<string>();
  let open = '/code/first';
  const shown = new Map<string, string>();
  let count = 0;
  let lead: (() => void) | undefined;
  const look = createAskingElsewhere({
    threads: () => threads,
    isAsking: (id) => asking.has(id),
    workspacePath: () => open,
    showNotice({ id, text, isPending }, act) {
      // As long as it waits, whatever the person makes of the notice.
      expect(isPending).toBe(true);
      shown.set(id, text);
      count += 1;
      lead = act;
    },
    openFolder(path) {
      open = path;
      look();
    },
    withdrawNotice: (id) => void shown.delete(id),
  });
  const texts = () => [...shown.values()];

  for (const id of ['a', 'b']) asking.add(id);
  look();
  expect(texts()).toEqual([]);
  open = '/code/second';
  look();
  look();
  expect(texts()).toEqual([expect.stringContaining('in the folder “first” has a question for you')]);
  expect(count).toBe(1);
  asking.delete('a');
  look();
  expect(texts()).toHaveLength(1);
  asking.delete('b');
  look();
  expect(texts()).toEqual([]);
  asking.add('c');
  open = '';
  look();
  expect(texts()).toEqual([expect.stringContaining('“second”')]);
  lead?.();
  expect([open, texts()]).toEqual(['/code/second', []]);
});
