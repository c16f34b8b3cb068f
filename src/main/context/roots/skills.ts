import { realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { fail, ok, type Result } from '../../../shared/contract/errors.ts';
import type { PromptTemplate } from '../../../shared/contract/prompt-template.ts';
import { wellFormed } from '../../../shared/thread/one-line.ts';
import { isInside, realPathOf } from '../../documents/project-border.ts';
import type { OfferedTools } from '../../tools/offered-tools.ts';
import { type ContentFound, firstOfName, type NamedContent, notUsed, someOf } from './content-found.ts';
import { type ContentRoot, contentName, contentOf, textIn } from './content-roots.ts';
import { readFrontMatter } from './front-matter.ts';

/** Instructions for a kind of task, which a model reads when it has one: a folder `skills/<name>` of a root. */
export interface Skill extends NamedContent {
  /** When it is of use. */
  readonly description: string;
  readonly source: PromptTemplate['source'];
  /** Absolute, links resolved. */
  readonly folder: string;
}

/** As they are now, for a thread of this folder; null: it has none. Never rejects. */
export type ReadSkills = (folder: string | null) => Promise<readonly Skill[]>;

const skillFile = 'SKILL.md';
const mostSkills = 100;
/** Characters of names and descriptions: every request has them. */
const mostTold = 20_000;
const longestDescription = 1024;

export async function skillsIn(roots: readonly ContentRoot[]): Promise<ContentFound<Skill>> {
  const places = (await contentOf('skills', roots)).flatMap(({ root, folder, names }) =>
    names.map((name) => ({ root, name, path: join(folder, name) })),
  );
  const read = await Promise.all(places.map(({ root, name, path }) => readSkill(root, name, path)));
  const { found, problems, remarks } = firstOfName(read, 'skill');
  const told = withinLimits(found);
  const left = found.slice(told.length).map(({ name }) => name);
  if (left.length > 0) {
    const limit = `${mostSkills} skills and ${mostTold.toLocaleString('en')} characters of their descriptions`;
    problems.push(`Models are told of ${limit} at most. Left out: ${someOf(left)}.`);
  }
  return { found: told, problems, remarks };
}

/** @returns null for what is no skill; a sentence for one that cannot be used */
async function readSkill({ border, source }: ContentRoot, name: string, path: string): Promise<Skill | string | null> {
  const file = join(path, skillFile);
  const wrong = (reason: string, line?: number) => notUsed('skill', file, reason, line);
  const folder = await realpath(path).catch(() => null);
  if (folder === null) return null;
  // A model reads without asking what is in it.
  if (!isInside(await realPathOf(border), folder)) return wrong('its folder is a link that leads out.');
  const text = await textIn({ border: folder }, file);
  if (!text.ok) return text.failure.code === 'file-not-found' ? null : wrong(text.failure.message);
  if (!contentName.test(name))
    return wrong('the name of its folder needs small letters, digits and hyphens, at most 64.');
  const { fields, fault } = readFrontMatter(text.value);
  if (fault) return wrong(`${fault.sentence}.`, fault.line);
  const [called, description] = [fields.get('name'), fields.get('description')];
  if (called && called.text !== name) {
    return wrong(
      `it is named “${called.text.slice(0, 80)}”, and its folder “${name}”. Give both one name.`,
      called.line,
    );
  }
  const says = description?.text.replace(/\s+/g, ' ').trim() ?? '';
  if (says === '') return wrong('it needs a "description" between two lines of "---".', description?.line ?? 1);
  return { name, description: wellFormed(says.slice(0, longestDescription)), source, folder, file };
}

function withinLimits(skills: readonly Skill[]): readonly Skill[] {
  let length = 0;
  const end = skills.findIndex(({ name, description }, index) => {
    length += name.length + description.length;
    return index >= mostSkills || length > mostTold;
  });
  return end < 0 ? skills : skills.slice(0, end);
}

/** What a person sends who calls it. */
export async function promptOfSkill(skill: Skill | undefined, id: string, words: string): Promise<Result<string>> {
  const text = skill ? await textIn({ border: skill.folder }, skill.file) : null;
  if (!skill || !text) return fail('invalid-request', `The skill “${id}” no longer exists. Your text is kept.`);
  if (!text.ok) return fail(text.failure.code, `The skill “${id}” cannot be used: ${text.failure.message}`);
  const { body } = readFrontMatter(text.value);
  const parts = [`Follow the skill “${skill.name}”, whose files are in ${skill.folder}:`, body, words.trim()];
  return ok(parts.filter((part) => part !== '').join('\n\n'));
}

/** The skills in the words of the system message; "" if no tool is offered that reads them. */
export function formatSkills(skills: readonly Skill[], offered: OfferedTools): string {
  const reader = [...offered].find(([, { needsSkills }]) => needsSkills)?.[0];
  if (reader === undefined || skills.length === 0) return '';
  const head = `Skills are instructions for a kind of task. When a task fits one of these, read it with ${reader} before you begin, and follow it.`;
  return [head, ...skills.map(({ name, description }) => `- ${name}: ${description}`)].join('\n');
}
