import { FailureError } from '../../../shared/contract/errors.ts';
import {
  everyTrustedFolder,
  type ShownChange,
  type ToolDecision,
  type ToolRule,
  type ToolWhere,
} from '../../../shared/contract/tool.ts';
import { isSensitive, type PathPlace } from '../place-of-path.ts';
import type { ShellLine } from '../shell/shell-parts.ts';
import { asCommandPattern, isUsableGlob } from './rule-patterns.ts';
import { refuseUntrusted } from './rule-places.ts';

/**
 * What "always" and "never" would be for; a person may change it. Those that fit just what is asked come first, one for
 * each path, command or address of the effect; then those that go further.
 */

const maxPatterns = 20;
export const patternsOfPlace = (place: PathPlace): string[] => patternsOfPaths([place.shown], [place]);

/** @param named what the change names itself, of which the folders are suggested */
export const patternsOfChanges = (changes: readonly ShownChange[], named: readonly PathPlace[]): string[] =>
  patternsOfPaths(
    changes.flatMap(({ path, to }) => (to === undefined ? [path] : [path, to])),
    named,
  );

/** Of a folder outside the project nobody can tell what else is in it. */
function patternsOfPaths(paths: readonly string[], named: readonly PathPlace[]): string[] {
  const folders = named
    .filter((place) => place.isInside && !isSensitive(place))
    .map(({ shown }) => asGlob(shown).replace(/[^/]*$/, '**'));
  return few([...paths.map(asGlob), ...folders.filter((glob) => glob !== '**' && glob !== '/**')]);
}

/** Of a line that no rule can allow, "never" is still of use. */
export function patternsOfLine({ commands, warning }: ShellLine): string[] {
  const exact = commands.map(({ text }) => asCommandPattern(text));
  const wide = commands.flatMap(({ beginning }) => (beginning === null ? [] : [`${beginning} *`]));
  return few([...exact, ...(warning === undefined ? wide : [])]);
}

export const patternsOfUrl = (url: URL): string[] => [url.host];

const few = (patterns: readonly string[]): string[] => [...new Set(patterns)].slice(0, maxPatterns);

/** A path as a glob that fits it alone, but for braces, which a glob has no way to mean: any letter stands for one. */
const asGlob = (path: string): string => path.replace(/[*?[]/g, '[$&]').replace(/[{}]/g, '?');

/**
 * The rules that a decision comes to.
 * @throws {FailureError} for a pattern that is none, and for what would hold nowhere
 */
export function rulesOf(
  effect: ToolRule['effect'],
  decision: Extract<ToolDecision, object>,
  where: ToolWhere,
): ToolRule[] {
  const { folder: here, isWhole } = where;
  const folder = decision.place === 'folder' ? here : everyTrustedFolder;
  const refuse = (message: string) => new FailureError({ code: 'invalid-request', message });
  if (folder === null) throw refuse('No folder is open to make a rule for. Choose every trusted folder.');
  if (decision.type === 'always') {
    refuseUntrusted(effect, where);
    if (folder === everyTrustedFolder && !isWhole) {
      throw refuse('In a folder below the open one, a command can be allowed for that folder alone.');
    }
  }
  const patterns = few(decision.patterns.map((pattern) => pattern.trim()));
  for (const pattern of patterns) {
    const isUsable = {
      run: () => /^[\w.-]+:(?:[\w.-]+|\*)(?: in [^\0\n]+)?$/.test(pattern),
      read: () => isUsableGlob(pattern),
      change: () => isUsableGlob(pattern),
      command: () => !/[\0\n]/.test(pattern),
      fetch: () => URL.canParse(pattern.includes('://') ? pattern : `http://${pattern.replace('*', 'x')}`),
    }[effect]();
    if (!isUsable || pattern === '' || pattern.length > 1000) {
      throw refuse(`“${pattern.slice(0, 100)}” is not a valid pattern. Change it, or allow it once.`);
    }
  }
  return patterns.map((pattern) => ({
    ...{ effect, pattern, folder },
    decision: decision.type === 'always' ? 'allow' : 'deny',
  }));
}
