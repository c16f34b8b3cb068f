import { join } from 'node:path';
import { readDocument } from '../documents/read-document.ts';
import { readInside } from './read-inside.ts';

/** Instructions of a person or a project for every model: an `AGENTS.md`. */
export interface Rules {
  readonly of: 'person' | 'project';
  /** Absolute path of the file. */
  readonly source: string;
  readonly text: string;
}

export interface RulesDeps {
  /** Absolute; the person's own rules lie in it. */
  readonly userData: string;
  /** Nothing of a folder that the person does not trust is obeyed. */
  isTrusted(folder: string): Promise<boolean>;
  /** A sentence for the person, once for each file and cause. */
  onProblem(source: string, sentence: string): void;
}

/** Reads the rules as they are now, those of the person first. Never rejects. @param folder of the thread; null: none */
export type ReadRules = (folder: string | null) => Promise<readonly Rules[]>;

/** Bytes. */
const longest = 64 * 1024;

export function createRules(deps: RulesDeps): ReadRules {
  const told = new Map<string, string>();

  async function read(of: Rules['of'], folder: string): Promise<Rules[]> {
    const source = join(folder, 'AGENTS.md');
    const found = of === 'project' ? await readInside(folder, source) : await readDocument(source);
    const isMissing = !found.ok && found.failure.code === 'file-not-found';
    if (found.ok || isMissing) told.delete(source);
    else if (told.get(source) !== found.failure.message) {
      told.set(source, found.failure.message);
      deps.onProblem(source, `The rules in ${source} are not followed: ${found.failure.message}`);
    }
    if (!found.ok || found.value.text.trim() === '') return [];
    return [{ of, source, text: cut(found.value.text) }];
  }

  return async (folder) => {
    const isObeyed = folder !== null && (await deps.isTrusted(folder));
    const all = [read('person', deps.userData), ...(isObeyed ? [read('project', folder)] : [])];
    return (await Promise.all(all)).flat();
  };
}

function cut(text: string): string {
  const bytes = Buffer.from(text);
  if (bytes.length <= longest) return text;
  // A letter that the cut went through is left out.
  const kept = new TextDecoder().decode(bytes.subarray(0, longest), { stream: true });
  return `${kept}\n\n[Cut here: this is the first 64 kB of ${Math.ceil(bytes.length / 1024)} kB.]`;
}

const wordsOf = { person: 'the person', project: 'the project' } as const;

/** The rules in the words of the one system message. */
export function formatRules(rules: readonly Rules[]): string {
  const head =
    'Follow these rules in this thread. What the person asks for in it comes first, then what the project says, then the rest.';
  const all = rules.map(({ of, source, text }) => `Rules of ${wordsOf[of]}, from ${source}:\n\n${text.trim()}`);
  return [head, ...all].join('\n\n');
}

/**
 * What models are told before what is said: the rules, then what a thread is told besides, then of which skills there are; "" if
 * there is nothing.
 */
export function formatInstructions(rules: readonly Rules[], own = '', skills = ''): string {
  const theirs = own.trim();
  return [
    ...(rules.length > 0 ? [formatRules(rules)] : []),
    ...(theirs === '' ? [] : [`Instructions for this thread:\n\n${theirs}`]),
    ...(skills === '' ? [] : [skills]),
  ].join('\n\n');
}
