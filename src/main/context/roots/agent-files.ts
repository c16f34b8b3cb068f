import { join } from 'node:path';
import type { AgentChoice } from '../../../shared/contract/agent-choice.ts';
import { oneLine } from '../../../shared/thread/one-line.ts';
import type { AgentSetup } from '../../agent/threads/thread-setups.ts';
import { type ContentFound, firstOfName, type NamedContent, notUsed, someOf } from './content-found.ts';
import { type ContentRoot, contentName, contentOf, textIn } from './content-roots.ts';
import { readFrontMatter } from './front-matter.ts';

/** A way in which models answer, as a file says: `agents/<name>.agent.md` of a root. */
export interface AgentFile extends NamedContent, AgentChoice {
  readonly setup: AgentSetup;
}

const suffix = '.agent.md';
const mostAgents = 100;

export async function agentsIn(roots: readonly ContentRoot[]): Promise<ContentFound<AgentFile>> {
  const read = (await contentOf('agents', roots, suffix)).flatMap(({ root, folder, names }) =>
    names.map((name) => readAgent(root, name, join(folder, name + suffix))),
  );
  const { found, problems, remarks } = firstOfName(await Promise.all(read), 'agent');
  const left = found.slice(mostAgents).map(({ name }) => name);
  if (left.length > 0) problems.push(`${mostAgents} agents can be chosen at most. Left out: ${someOf(left)}.`);
  return { found: found.slice(0, mostAgents), problems, remarks };
}

/** @returns a sentence for one that cannot be used */
async function readAgent(root: ContentRoot, name: string, file: string): Promise<AgentFile | string> {
  const wrong = (reason: string, line?: number) => notUsed('agent', file, reason, line);
  if (!contentName.test(name)) return wrong('its name needs small letters, digits and hyphens, at most 64.');
  const text = await textIn(root, file);
  if (!text.ok) return wrong(text.failure.message);
  const { fields, body, fault } = readFrontMatter(text.value);
  if (fault) return wrong(`${fault.sentence}.`, fault.line);
  const [tools, model] = [fields.get('tools'), fields.get('model')?.text ?? ''];
  return {
    name,
    file,
    label: oneLine(fields.get('name')?.text ?? '', 80) || name,
    description: oneLine(fields.get('description')?.text ?? '', 200),
    source: root.source,
    ...(model !== '' && { model: oneLine(model, 200) }),
    setup: {
      instructions: body,
      ...(tools && tools.text !== '' && { tools: tools.items }),
      ...(model !== '' && { model }),
    },
  };
}
