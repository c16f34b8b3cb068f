import { contributionKindNames, contributionKinds } from '../../shared/contract/extensions/contribution-kinds.ts';
import type { ExtensionSnapshot } from '../../shared/contract/extensions/extension-state.ts';
import type { ContributedLanguage } from '../../shared/contract/languages/contributed-language.ts';
import { type ThemeChoice, themeFileOf } from '../../shared/contract/themes/theme.ts';
import { visibleName } from '../../shared/visible-text.ts';

/** What is found in the folders of extensions that are in use. */
export interface FoundContents {
  readonly languages: readonly Pick<ContributedLanguage, 'extensionId' | 'name'>[];
  readonly themes: readonly ThemeChoice[];
}

/** What an extension adds, in words: `1 slash command (/a); 2 themes (Shore, Shore Night)`. "" for nothing. */
export function formatAdded(
  { id, rootPath, status, contributes }: Pick<ExtensionSnapshot, 'id' | 'rootPath' | 'status' | 'contributes'>,
  { languages, themes }: FoundContents,
): string {
  const isOwnFile = (path: string) => path.startsWith(rootPath) && /^[\\/]/.test(path.slice(rootPath.length));
  const ownLanguages = languages.filter(({ extensionId }) => extensionId === id && status !== 'shadowed');
  const ownThemes = themes.filter(({ value }) => isOwnFile(themeFileOf(value).path));
  const parts = [
    ...contributionKindNames.map((kind) => counted(contributes[kind], contributionKinds[kind].noun)),
    counted(contributes.agentServers, 'agent'),
    counted(
      ownLanguages.map(({ name }) => visibleName(name)),
      'language',
    ),
    counted(
      ownThemes.map(({ label }) => visibleName(label)),
      'theme',
    ),
    counted(contributes.snippets, 'snippet file'),
    counted(contributes.settings, 'setting'),
  ];
  return parts.filter((part) => part !== '').join('; ');
}

/** So many are named. */
const most = 20;

function counted(names: readonly string[], what: string): string {
  if (names.length === 0) return '';
  const more = names.length > most ? ', …' : '';
  return `${names.length} ${what}${names.length === 1 ? '' : 's'} (${names.slice(0, most).join(', ')}${more})`;
}
