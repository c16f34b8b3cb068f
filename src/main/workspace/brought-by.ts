import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Brought } from '../../shared/contract/documents/brought.ts';
import { isFile } from '../documents/path-kind.ts';
import { folderSettings } from '../settings/settings-store.ts';

/** Where a folder keeps the extensions that it brings. */
export const projectExtensions = join('.outrigger', 'extensions');

/** Contents of a folder that count only when the person trusts it. */
export async function broughtBy(folder: string): Promise<readonly Brought[]> {
  const entriesOf = (...names: string[]) => readdir(join(folder, ...names)).catch((): string[] => []);
  const [extensions, later, hasRules, prompts, skills, shared, agents, hasSettings] = await Promise.all([
    entriesOf(projectExtensions),
    entriesOf('.outrigger', 'after', 'extensions'),
    isFile(join(folder, 'AGENTS.md')),
    entriesOf('.outrigger', 'prompts'),
    entriesOf('.outrigger', 'skills'),
    entriesOf('.agents', 'skills'),
    entriesOf('.outrigger', 'agents'),
    isFile(join(folder, folderSettings)),
  ]);
  return [
    ...(extensions.length + later.length > 0 ? (['extensions'] as const) : []),
    ...(hasRules ? (['rules'] as const) : []),
    ...(prompts.some((name) => name.endsWith('.md')) ? (['prompts'] as const) : []),
    ...(skills.length + shared.length > 0 ? (['skills'] as const) : []),
    ...(agents.some((name) => name.endsWith('.agent.md')) ? (['agents'] as const) : []),
    ...(hasSettings ? (['settings'] as const) : []),
  ];
}
