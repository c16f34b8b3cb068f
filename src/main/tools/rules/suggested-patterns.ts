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
 * Patterns suggested for "always" and "never", which a person may edit. First those that match exactly the effect, one
 * for each path, command or address; then wider ones.
 */

const maxPatterns = 20;
export const patternsOfPlace = (place: PathPlace): string[] => patternsOfPaths([place.shown], [place]);

/** @param named the places given in the changes, whose folders are suggested */
export const patternsOfChanges = (changes: readonly ShownChange[], named: readonly PathPlace[]): string[] =>
  patternsOfPaths(
    changes.flatMap(({ path, to }) => (to === undefined ? [path] : [path, to])),
    named,
  );

/** Folders outside the project are not suggested, as their content is unknown. */
function patternsOfPaths(paths: readonly string[], named: readonly PathPlace[]): string[] {
  const folders = named
    .filter((place) => place.isInside && !isSensitive(place))
    .map(({ shown }) => asGlob(shown).replace(/[^/]*$/, '**'));
  return few([...paths.map(asGlob), ...folders.filter((glob) => glob !== '**' && glob !== '/**')]);
}

/** A line that no rule can allow gets exact patterns only, for "never". */
export function patternsOfLine({ commands, warning }: ShellLine): string[] {
  const exact = commands.map(({ text }) => asCommandPattern(text));
  const wide = commands.flatMap(({ beginning }) => (beginning === null ? [] : [`${beginning} *`]));
  return few([...exact, ...(warning === undefined ? wide : [])]);
}

export const patternsOfUrl = (url: URL): string[] => [url.host];

const few = (patterns: readonly string[]): string[] => [...new Set(patterns)].slice(0, maxPatterns);

/** A glob that matches the path alone, except that "?" stands for braces, which a glob cannot escape. */
const asGlob = (path: string): string => path.replace(/[*?[]/g, '[$&]').replace(/[{}]/g, '?');

/**
 * The rules of a decision.
 * @throws {FailureError} for an invalid pattern, and for a rule that would apply nowhere
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
