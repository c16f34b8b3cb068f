import type { ModelInfo } from '../../../shared/contract/provider.ts';
import type { ContributedTool } from '../../../shared/contract/tool.ts';
import { formatSkills, type ReadSkills } from '../../context/roots/skills.ts';
import { formatInstructions, type ReadRules, type Rules } from '../../context/rules.ts';
import { namedTools, type OfferedTools, offerTools, toolsWithSkills } from '../../tools/offered-tools.ts';
import { folderOf, type OpenThread } from '../threads/open-thread.ts';
import type { AnswerSetup } from '../threads/thread-setups.ts';

export interface ThreadBriefDeps {
  /** The tools of the extensions that are enabled, running or not. */
  tools(): readonly ContributedTool[];
  readonly rules: ReadRules;
  readonly skills: ReadSkills;
}

/** What a model is told and offered in a thread, besides what is said in it. */
export interface ThreadBrief {
  readonly rules: readonly Rules[];
  /** Before what is said; "" if there is nothing. */
  readonly told: string;
  readonly offered: OfferedTools;
  /** Names of the skills that it is told of. */
  readonly skills: readonly string[];
  /** Names of tools that the thread wants and that are not there. */
  readonly unknown: readonly string[];
}

export type ReadBrief = (
  thread: Pick<OpenThread, 'workspace'>,
  setup: Pick<AnswerSetup, 'tools' | 'instructions'> | null,
  model: ModelInfo | undefined,
) => Promise<ThreadBrief>;

export const createThreadBriefs =
  (deps: ThreadBriefDeps): ReadBrief =>
  async (thread, setup, model) => {
    const folder = folderOf(thread);
    const [rules, skills] = await Promise.all([deps.rules(folder), deps.skills(folder)]);
    const named = namedTools(offerTools(deps.tools(), model), setup?.tools);
    const offered = toolsWithSkills(named.offered, skills.length > 0);
    const toldSkills = formatSkills(skills, offered);
    return {
      rules,
      told: formatInstructions(rules, setup?.instructions, toldSkills),
      offered,
      skills: toldSkills === '' ? [] : skills.map(({ name }) => name),
      unknown: named.unknown,
    };
  };
