import { codeFormOf } from '../../../shared/contract/extensions/host-kind.ts';
import type { ManifestProblem } from '../../../shared/contract/extensions/manifest.ts';
import type { ContributedLanguage } from '../../../shared/contract/languages/contributed-language.ts';
import type { MainEvent } from '../../../shared/contract/renderer-api.ts';
import type { DiscoveredExtension } from '../catalog/discovery.ts';
import { type FoundLanguage, type LanguagesRead, readLanguages } from './read-languages.ts';

export interface LanguageListDeps {
  publish(event: Extract<MainEvent, { type: 'languages' }>): void;
  /** Writes to the log of an extension. */
  warn(extensionId: string, text: string): void;
}

type Read = LanguagesRead & { readonly extensionId: string };

/** The languages of enabled extensions, for the editor. */
export function createLanguageList({ publish, warn }: LanguageListDeps) {
  let enabled: readonly DiscoveredExtension[] = [];
  /** By the folders and versions of extensions. */
  let known = new Map<string, Promise<Read>>();
  /** Problems that are in the logs, by extension. */
  const told = new Map<string, string>();
  const runs = new Map<string, number>();
  /** The latest look: an earlier one that ends later is out of date. */
  let latest = 0;
  let published = '[]';

  async function look(): Promise<void> {
    latest += 1;
    const look = latest;
    const kept = new Map(
      enabled.map((extension) => [keyOf(extension), known.get(keyOf(extension)) ?? readOf(extension)]),
    );
    known = kept;
    const read = await Promise.all(kept.values());
    if (look !== latest) return;
    for (const { extensionId, problems } of read) tell(extensionId, problems);
    const languages = read.flatMap(({ extensionId, languages: its }) =>
      its.map((language) => contributed(extensionId, language, runs.get(extensionId) ?? 0)),
    );
    const text = JSON.stringify(languages);
    if (text === published) return;
    published = text;
    publish({ type: 'languages', languages });
  }

  function tell(extensionId: string, problems: readonly ManifestProblem[]): void {
    const lines = problems.map(
      ({ file, line, reason }) => `${line === undefined ? file : `${file}:${line}`}: ${reason}`,
    );
    const text = lines.join('\n');
    if (text !== (told.get(extensionId) ?? '')) for (const line of lines) warn(extensionId, line);
    told.set(extensionId, text);
  }

  return {
    /** Sets the enabled extensions. @param changed ids of those whose files changed */
    set(extensions: readonly DiscoveredExtension[], changed: readonly string[]): Promise<void> {
      enabled = extensions.filter(hasLanguages);
      for (const extension of enabled) if (changed.includes(extension.manifest.id)) known.delete(keyOf(extension));
      return look();
    },
    /** Call when a run of an extension has ended: its files are read again, and what failed is tried again. */
    ended(extensionId: string): void {
      const extension = enabled.find(({ manifest }) => manifest.id === extensionId);
      if (!extension) return;
      known.delete(keyOf(extension));
      runs.set(extensionId, (runs.get(extensionId) ?? 0) + 1);
      void look();
    },
  };
}

/** Only a host of components can run grammars; what has no code has none. */
const hasLanguages = ({ manifest }: DiscoveredExtension): boolean => {
  const form = codeFormOf(manifest);
  return form === 'components' || form === null;
};

const keyOf = ({ rootPath, manifest }: DiscoveredExtension): string => `${manifest.version} ${rootPath}`;

const readOf = async ({ rootPath, manifest }: DiscoveredExtension): Promise<Read> => ({
  ...(await readLanguages(rootPath)),
  extensionId: manifest.id,
});

function contributed(extensionId: string, { folder, config, files }: FoundLanguage, run: number): ContributedLanguage {
  const { grammar } = config;
  return {
    ...config,
    extensionId,
    folder,
    run,
    grammar: grammar === null ? null : { name: grammar, isOwn: files !== null },
  };
}
