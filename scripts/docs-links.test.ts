import { readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { root } from './setup/project.mjs';

/** Of Markdown, without what is in fences and backticks. */
const proseOf = (path: string): string =>
  readFileSync(path, 'utf8')
    .replace(/^( *)(```+).*?^\1\2/gms, '')
    .replace(/`[^`\n]*`/g, (code) => code.replace(/[[\]()]/g, ''));

/** The anchors of the headings, as GitHub makes them. */
const anchorsOf = (text: string): string[] =>
  [...text.matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );

/** @returns why a link leads nowhere; null: it leads somewhere, or elsewhere than to a file */
function whyDead(from: string, target: string): string | null {
  if (/^[a-z]+:/.test(target)) return null;
  const [file = '', anchor] = target.split('#');
  const path = file === '' ? from : resolve(dirname(from), file);
  try {
    const text = readFileSync(path, 'utf8');
    return anchor === undefined || anchorsOf(text).includes(anchor) ? null : 'no such heading';
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EISDIR' ? null : 'no such file';
  }
}

test('every link of the documentation leads to a file and a heading that are there', async () => {
  const inDocs = await readdir(join(root, 'docs'), { recursive: true });
  const pages = ['README.md', 'ARCHITECTURE.md', 'CHANGELOG.md', ...inDocs.map((path) => join('docs', path))];
  const dead = pages
    .filter((page) => page.endsWith('.md'))
    .flatMap((page) => {
      const path = join(root, page);
      const targets = [...proseOf(path).matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target);
      return targets.flatMap((target) => {
        const why = whyDead(path, target);
        return why === null ? [] : [`${relative(root, path)}: ${target}: ${why}`];
      });
    });
  expect(dead).toEqual([]);
});
