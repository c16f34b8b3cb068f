import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { MarkdownPage } from '../../bench/apps/markdown/page-api.ts';
import { bundlePage } from '../../bench/electron/bundle-page.ts';
import { openSession } from '../../bench/electron/devtools-session.ts';
import { runElectron } from '../../bench/electron/electron-run.ts';
import { expect, test } from '../fixtures.ts';

const text = `# A heading

Some **bold words**, *others* and \`code\`, and [a link](https://nowhere.invalid/a) in a paragraph.
Here they are:
- one **item**
- another with \`src/a.ts:12\`
  - nested
- [x] done

1. first

2. second

| name | value |
|---|---|
| **a** | ![picture](https://nowhere.invalid/b.png) |
| c | d |

> quoted *words*
> and more

\`\`\`ts
const a = 1;
\`\`\`
And <b>html</b> with https://nowhere.invalid/c at the end.

Last.
`;

test('an answer that streams replaces nothing that is complete, keeps what is selected, and asks no host for anything', async () => {
  test.slow();
  const folder = await mkdtemp(join(tmpdir(), 'outrigger-steady-'));
  await bundlePage('markdown', join(folder, 'app'), {});
  const electron = runElectron([join(folder, 'app'), `--user-data-dir=${folder}/data`, '--remote-debugging-port=0']);
  try {
    const [, endpoint = ''] = await electron.line(/DevTools listening on (ws:\S+)/);
    await electron.line(/^ready/);
    const session = await openSession(endpoint);
    const unsteady = await session.evaluate<Awaited<ReturnType<MarkdownPage['unsteady']>>>(
      `page.unsteady(${JSON.stringify(text)})`,
    );
    expect(unsteady).toEqual([]);
    const requests = await session.evaluate<string[]>(
      `performance.getEntriesByType('resource').map(({ name }) => name).filter((name) => !name.startsWith('file:'))`,
    );
    expect(requests).toEqual([]);
    const shown = await session.evaluate<string>(`document.querySelector('#content').textContent`);
    expect(shown).toContain('Last.');

    const selectedAfter = (before: string, words: string, after: string) =>
      session.evaluate<string>(`page.selectedAfter(${[before, words, after].map((part) => JSON.stringify(part))})`);
    for (const begin of ['\n\nWords ', '\n\n- Words ', '\n\n```ts\nwords ']) {
      expect(
        await selectedAfter(`${begin}and ten chosen ones`, 'ten chosen', ' are followed by others, and others'),
      ).toBe('ten chosen');
    }

    await session.evaluate(
      `page.selectedAfter(${JSON.stringify(`\n\`\`\`\n${'\n\nThe end'.repeat(120)}`)}, 'end', '.')`,
    );
    // Only what is in view or next to it is painted.
    const painted = (isPainted: boolean) =>
      session.evaluate<number>(`[...document.querySelectorAll('#content p')].filter((paragraph) =>
        paragraph.checkVisibility({ contentVisibilityAuto: true }) === ${isPainted}).length`);
    await expect.poll(() => painted(false)).toBeGreaterThan(20);
    expect(await painted(true)).toBeGreaterThan(20);

    const code = Array.from({ length: 1200 }, (_, index) => `const line${index} = ${'x'.repeat(30)};`).join('\n');
    const copied = await session.evaluate<string>(`(async () => {
      let copied = '';
      Object.defineProperty(navigator, 'clipboard', { value: { writeText: async (text) => { copied = text; } } });
      page.selectedAfter(${JSON.stringify(`\n\n\`\`\`ts\n${code}\n\`\`\`\n\nEnd of it`)}, 'End', '.');
      [...document.querySelectorAll('button[aria-label="Copy code"]')].at(-1).click();
      while (copied === '') await new Promise((resolve) => setTimeout(resolve));
      return copied;
    })()`);
    expect(copied === code).toBe(true);
    session.close();
  } finally {
    await electron.end();
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
});
