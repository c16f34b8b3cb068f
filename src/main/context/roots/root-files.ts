import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { Result } from '../../../shared/contract/errors.ts';
import type { Snippet } from '../../../shared/contract/languages/snippet.ts';
import type { Contributions } from '../../../shared/contract/methods/extension-methods.ts';
import type { PromptTemplate } from '../../../shared/contract/prompt-template.ts';
import { oneLine } from '../../../shared/thread/one-line.ts';
import type { AgentSetup } from '../../agent/threads/thread-setups.ts';
import type { Tell } from '../../service-events.ts';
import { createThemeChoices } from '../../themes/theme-choices.ts';
import { agentsIn } from './agent-files.ts';
import type { ContentFound } from './content-found.ts';
import { type ContentPlaces, type ContentRoot, contentOf, contentRoots } from './content-roots.ts';
import { expandTemplate, templatesIn } from './prompt-templates.ts';
import { promptOfSkill, type ReadSkills, type Skill, skillsIn } from './skills.ts';
import { createSnippetFiles } from './snippet-files.ts';

export interface RootFilesDeps extends ContentPlaces {
  /** The open folder, if the person trusts it. */
  trustedFolder(): string | null;
  /** Whether the person trusts a folder, which need not be open. */
  isTrusted(folder: string): Promise<boolean>;
  /** New sentences about files that are not used. */
  onProblems(sentences: readonly string[]): void;
  /** A new sentence for the log. */
  onRemark(sentence: string): void;
  readonly tell: Tell<'root-files-changed'>;
}

/** What lies as files in the roots for models and people: prompts, skills, agents, themes and snippets. */
export type RootFiles = ReturnType<typeof createRootFiles>;

/** What menus offer; skills are among the templates, as a person calls both by "/". */
type Offered = Pick<Contributions, 'templates' | 'agents' | 'themes'>;

const ofSkill = 'skill:';
/** Sentences kept in mind, so that each is told once. */
const mostTold = 1000;

export function createRootFiles(deps: RootFilesDeps) {
  let offered: Offered = { templates: [], agents: [], themes: [] };
  let reading = 0;
  const told = new Set<string>();
  const themeChoices = createThemeChoices();
  const snippetsIn = createSnippetFiles();

  /** @param folder of a thread */
  const rootsOf = async (folder: string | null): Promise<ContentRoot[]> =>
    contentRoots(deps, folder !== null && (await deps.isTrusted(folder)) ? folder : null);
  const openRoots = () => contentRoots(deps, deps.trustedFolder());

  function usable<T>({ found, problems, remarks }: ContentFound<T>): readonly T[] {
    if (told.size > mostTold) told.clear();
    const isNew = (sentence: string) => !told.has(sentence) && told.add(sentence);
    const news = problems.filter(isNew);
    if (news.length > 0) deps.onProblems(news);
    for (const remark of remarks.filter(isNew)) deps.onRemark(remark);
    return found;
  }
  const skillsOf = async (roots: readonly ContentRoot[]) => usable(await skillsIn(roots));
  const agentsOf = async (roots: readonly ContentRoot[]) => usable(await agentsIn(roots));

  const skills: ReadSkills = async (folder) => skillsOf(await rootsOf(folder));

  return {
    /** As it was read last. */
    list: () => offered,
    /** Reads it anew; to be called when folder, trust or extensions change, and when it is about to be shown. Never rejects. */
    async refresh() {
      const turn = ++reading;
      const roots = openRoots();
      const [templates, called, agents, themes] = await Promise.all([
        templatesIn(roots),
        skillsOf(roots),
        agentsOf(roots),
        themeFilesIn(roots).then(themeChoices),
      ]);
      const read: Offered = {
        templates: named([...templates, ...called.map(asTemplate)]),
        agents: agents.map(({ file: _file, setup: _setup, ...choice }) => choice),
        themes,
      };
      // A later one knows better.
      if (turn !== reading || isDeepStrictEqual(read, offered)) return;
      offered = read;
      deps.tell({ type: 'root-files-changed' });
    },
    /** The present text of a prompt or a skill, with the words typed after its name. */
    async expand(id: string, argument: string): Promise<Result<string>> {
      const roots = openRoots();
      if (!id.startsWith(ofSkill)) return expandTemplate(roots, id, argument);
      const skill = (await skillsOf(roots)).find(({ name }) => name === id.slice(ofSkill.length));
      return promptOfSkill(skill, id, argument);
    },
    skills,
    /** Those for a language. @param languages its names */
    snippets: async (languages: readonly string[]): Promise<readonly Snippet[]> =>
      usable(await snippetsIn(openRoots(), languages)),
    /** What an agent gives to a thread of this folder; null: there is none of this name. */
    async agent(wanted: string, folder: string | null): Promise<AgentSetup | null> {
      const agent = (await agentsOf(await rootsOf(folder))).find(({ name }) => name === wanted);
      return agent?.setup ?? null;
    },
  };
}

const asTemplate = ({ name, description, source }: Skill): PromptTemplate => ({
  id: ofSkill + name,
  source,
  name: ofSkill + name,
  description: oneLine(description, 200),
  argument: '<text>',
  isSkill: true,
});

/** Absolute paths. */
const themeFilesIn = async (roots: readonly ContentRoot[]): Promise<string[]> =>
  (await contentOf('themes', roots, '.json')).flatMap(({ folder, names }) =>
    names.map((name) => join(folder, `${name}.json`)),
  );

/** The first of a name is typed by it, each other by its id. */
function named(all: readonly PromptTemplate[]): PromptTemplate[] {
  const taken = new Set<string>();
  const ids = new Set<string>();
  return all
    .filter(({ id }) => !ids.has(id) && ids.add(id))
    .map((template) => {
      const name = taken.has(template.name) ? template.id : template.name;
      taken.add(name);
      return { ...template, name };
    });
}
