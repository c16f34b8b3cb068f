import { join } from 'node:path';
import { fail, ok, type Result } from '../../../shared/contract/errors.ts';
import type { PromptTemplate } from '../../../shared/contract/prompt-template.ts';
import { type ContentRoot, contentName, contentOf, textIn } from './content-roots.ts';
import { fillTemplate, readTemplate, type TemplateText } from './template-text.ts';

/** Prompts that lie ready as files, `prompts/<name>.md` of each root. */
export async function templatesIn(roots: readonly ContentRoot[]): Promise<PromptTemplate[]> {
  const found = (await contentOf('prompts', roots, '.md')).flatMap(({ root, names }) =>
    names.filter((name) => contentName.test(name)).map((name) => ({ root, name })),
  );
  const read = await Promise.all(
    found.map(async ({ root, name }): Promise<PromptTemplate[]> => {
      const said = await readFrom(root, name);
      if (!said.ok || said.value.body === '') return [];
      const { description, argument } = said.value;
      return [{ id: `${root.prefix}:${name}`, source: root.source, name, description, argument }];
    }),
  );
  return read.flat();
}

/** The present text of one, with the words typed after its name filled in. */
export async function expandTemplate(
  roots: readonly ContentRoot[],
  id: string,
  argument: string,
): Promise<Result<string>> {
  const colon = id.lastIndexOf(':');
  const name = id.slice(colon + 1);
  const root = roots.find(({ prefix }) => prefix === id.slice(0, colon));
  const said = root && contentName.test(name) ? await readFrom(root, name) : null;
  if (!said) return fail('invalid-request', `The prompt “${id}” no longer exists. Your text is kept.`);
  if (!said.ok) return fail(said.failure.code, `The prompt “${id}” cannot be used: ${said.failure.message}`);
  const text = fillTemplate(said.value.body, argument);
  return text.trim() === '' ? fail('invalid-request', `The prompt “${id}” is empty. Your text is kept.`) : ok(text);
}

async function readFrom(root: ContentRoot, name: string): Promise<Result<TemplateText>> {
  const read = await textIn(root, join(root.path, 'prompts', `${name}.md`));
  return read.ok ? ok(readTemplate(read.value)) : read;
}
