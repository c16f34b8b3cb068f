import { isTargetPlatform } from '../../../../shared/contract/extensions/manifest.ts';
import type { Unserved } from '../../../../shared/contract/extensions/unserved.ts';
import { listedNames } from '../../components/listed-names.ts';
import { iconThemesFolder } from './zed-form.ts';
import { isKnownCapability, type ZedManifest, zedKeys } from './zed-schema.ts';

/**
 * What of an extension of Zed has no use here, by its manifest.
 * @param beside names of what lies in its folder, with those in `grammars/`
 */
export function unservedOf(zed: ZedManifest, beside: ReadonlySet<string>): Unserved {
  const unbuilt = Object.keys(zed.grammars).filter((name) => !beside.has(`grammars/${name}.wasm`));
  const unknown = Object.keys(zed).filter((key) => !zedKeys.includes(key));
  const kinds = [...new Set(zed.capabilities.map(({ kind }) => kind))].filter((kind) => !isKnownCapability(kind));
  return {
    waits: [
      ...named('language server', Object.keys(zed.language_servers)),
      ...named('context server', Object.keys(zed.context_servers)),
    ],
    absent: [
      ...named('debug adapter', Object.keys(zed.debug_adapters)),
      ...named('debug locator', Object.keys(zed.debug_locators)),
      ...after(named('agent server', unservedAgents(zed)), 'no archive for a known system'),
      ...named('icon theme', zed.icon_themes),
      ...(zed.icon_themes.length === 0 && beside.has(iconThemesFolder) ? [`icon themes in ${iconThemesFolder}/`] : []),
      ...after(named('theme', elsewhere(zed.themes, 'themes')), 'outside of themes/'),
      ...after(named('language', elsewhere(zed.languages, 'languages')), 'outside of languages/'),
      ...after(named('grammar', unbuilt), 'not built: the published archive has it'),
      ...named('unknown key', unknown),
      ...named('unknown capability', kinds, 'unknown capabilities'),
    ],
  };
}

const unservedAgents = ({ agent_servers: rows }: ZedManifest): string[] =>
  Object.keys(rows).filter((id) => !Object.keys(rows[id]?.targets ?? {}).some(isTargetPlatform));

/** Paths that are not right within a folder of the extension. */
const elsewhere = (paths: readonly string[], folder: string): string[] =>
  paths.filter((path) => !new RegExp(`^(\\./)?${folder}/[^/]+/?$`).test(path));

/** `language servers a and b`; nothing for none. */
function named(noun: string, names: readonly string[], nouns = `${noun}s`): string[] {
  if (names.length === 0) return [];
  return [`${names.length === 1 ? noun : nouns} ${listedNames(names)}`];
}

const after = (phrases: readonly string[], what: string): string[] => phrases.map((phrase) => `${phrase} (${what})`);
