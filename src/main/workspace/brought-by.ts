import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Brought } from '../../shared/contract/document.ts';

/** Where a folder keeps the extensions that it brings. */
export const projectExtensions = join('.outrigger', 'extensions');

/** What a folder brings that counts only when the person trusts it. */
export async function broughtBy(folder: string): Promise<readonly Brought[]> {
  const entriesOf = (...names: string[]) => readdir(join(folder, ...names)).catch((): string[] => []);
  const [extensions, rules, prompts] = await Promise.all([
    entriesOf(projectExtensions),
    stat(join(folder, 'AGENTS.md')).catch(() => null),
    entriesOf('.outrigger', 'prompts'),
  ]);
  return [
    ...(extensions.length > 0 ? (['extensions'] as const) : []),
    ...(rules?.isFile() ? (['rules'] as const) : []),
    ...(prompts.some((name) => name.endsWith('.md')) ? (['prompts'] as const) : []),
  ];
}
