import { isDeepStrictEqual } from 'node:util';
import type { AgentChoice } from '../../../shared/contract/agent-choice.ts';
import { fail, ok, type Result } from '../../../shared/contract/errors.ts';
import type { PromptTemplate } from '../../../shared/contract/prompt-template.ts';
import { oneLine } from '../../../shared/thread/one-line.ts';
import type { Tell } from '../../service-events.ts';
import { type AgentFile, agentsIn } from './agent-files.ts';
import type { ContentFound } from './content-found.ts';
import { type ContentPlaces, type ContentRoot, contentRoots } from './content-roots.ts';
import { expandTemplate, templatesIn } from './prompt-templates.ts';
import { promptOfSkill, type Skill, skillsIn } from './skills.ts';

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

/** What lies as files in the roots for models and people: prompts, skills and agents. Read anew for each use. */
export type RootFiles = ReturnType<typeof createRootFiles>;

/** What menus offer. */
interface Offered {
  /** Skills among them: a person calls both by "/". */
  readonly templates: readonly PromptTemplate[];
  readonly agents: readonly AgentChoice[];
}

const ofSkill = 'skill:';
/** Sentences kept in mind, so that each is told once. */
const mostTold = 1000;

export function createRootFiles(deps: RootFilesDeps) {
  let offered: Offered = { templates: [], agents: [] };
  let reading = 0;
  const told = new Set<string>();

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

  return {
    /** As it was read last. */
    list: () => offered,
    /** Reads it anew; to be called when folder, trust or extensions change, and when it is about to be shown. Never rejects. */
    async refresh() {
      const turn = ++reading;
      const roots = openRoots();
      const [templates, skills, agents] = await Promise.all([templatesIn(roots), skillsOf(roots), agentsOf(roots)]);
      const read: Offered = {
        templates: named([...templates, ...skills.map(asTemplate)]),
        agents: agents.map(({ name, label, description, source }) => ({ name, label, description, source })),
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
    /** The skills of a thread of this folder. Never rejects. */
    skills: async (folder: string | null): Promise<readonly Skill[]> => skillsOf(await rootsOf(folder)),
    /** An agent, for a thread of this folder. */
    async agent(folder: string | null, name: string): Promise<Result<AgentFile>> {
      const agent = (await agentsOf(await rootsOf(folder))).find((one) => one.name === name);
      if (agent) return ok(agent);
      const sentence = `The agent “${name}” is not there any more. Choose another one, or none. Your text is kept.`;
      return fail('invalid-request', sentence);
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
