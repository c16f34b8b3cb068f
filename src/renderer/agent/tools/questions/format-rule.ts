import { everyTrustedFolder, maxToolRules, type ToolRule } from '../../../../shared/contract/tool.ts';
import { visibleName } from '../../../../shared/visible-text.ts';

type RuleEffect = ToolRule['effect'];

/** Names of effects in a list of rules. */
export const effectNames: Readonly<Record<RuleEffect, string>> = {
  read: 'Read files',
  change: 'Change files',
  command: 'Run commands',
  fetch: 'Fetch pages',
  run: 'Run tools',
};

export const decisionNames: Readonly<Record<ToolRule['decision'], string>> = {
  allow: 'Allow',
  ask: 'Ask',
  deny: 'Don’t allow',
};

/** Label and example for the field of a pattern. */
export const patternNames: Readonly<Record<RuleEffect, { readonly name: string; readonly example: string }>> = {
  read: { name: 'Path', example: 'src/**' },
  change: { name: 'Path', example: 'src/**/*.ts' },
  command: { name: 'Command', example: 'npm test *' },
  fetch: { name: 'Host or address', example: '*.example.com' },
  run: { name: 'Tool', example: 'extension:tool' },
};

/** The coverage of a rule, as the beginning of a sentence. */
export function ruleCovers(effect: RuleEffect, pattern: string): string {
  const text = pattern.trim();
  switch (effect) {
    case 'read':
      return `Reading ${filesOf(text)}`;
    case 'change':
      return `Changes of ${filesOf(text)}`;
    case 'command':
      return commandsOf(text);
    case 'fetch':
      return addressesOf(text);
    case 'run':
      return toolsOf(text);
  }
}

function filesOf(glob: string): string {
  if (glob === '**' || glob === '**/*') return 'every file in the folder';
  const below = /^([^*?[\]{}]+)\/\*\*(\/\*)?$/.exec(glob)?.[1];
  if (below !== undefined) return `every file below ${below}`;
  const ending = /^\*\*\/\*(\.[\w.-]+)$/.exec(glob)?.[1];
  if (ending !== undefined) return `every file that ends in ${ending}`;
  return /[*?[\]{}]/.test(glob) ? `files that match ${glob}` : glob;
}

function commandsOf(pattern: string): string {
  if (pattern === '*') return 'Every command';
  // An escaped star is a literal one.
  const stars = pattern.match(/(?<!\\)\*/g)?.length ?? 0;
  const said = pattern.replaceAll('\\*', '*');
  if (stars === 0) return `The command “${said}” and no other`;
  if (stars === 1 && /[^\\]\s\*$/.test(pattern)) return `“${said.slice(0, -1).trim()}”, with anything after it`;
  return `Commands of the form “${pattern}”, “*” for anything`;
}

function addressesOf(pattern: string): string {
  if (pattern === '*') return 'Every address';
  if (/^https?:\/\//.test(pattern)) return `Addresses that begin with ${pattern}`;
  return pattern.startsWith('*.') ? `Pages of every host below ${pattern.slice(2)}` : `Pages of ${pattern}`;
}

function toolsOf(pattern: string): string {
  const [, named = '', folder] = /^(.*?)(?: in (.+))?$/.exec(pattern) ?? [];
  const [extension, tool] = named.split(':');
  const where = folder === undefined ? '' : ` in ${folder}`;
  return `Calls of ${tool === '*' ? 'every tool' : `the tool ${tool ?? ''}`} of ${extension}${where}`;
}

/** The place of a rule, for a list. @param folder of the rule */
export function formatPlace(folder: string | null | undefined): string {
  if (folder === everyTrustedFolder) return 'Every trusted folder';
  return folder === null || folder === undefined ? 'Not chosen' : visibleName(folder);
}

/** Whether a suggested pattern covers more than the question: a literal star in a name does not count. */
export function goesFurther(effect: RuleEffect, pattern: string): boolean {
  if (effect === 'command') return /(?<!\\)\*/.test(pattern);
  if (effect === 'run') return /:\*(?: in |$)/.test(pattern);
  return effect === 'fetch' ? pattern.includes('*') : /(?<!\[)\*(?!\])/.test(pattern);
}

const longestPattern = 1000;

/** Why a pattern is not valid, in a sentence; null when it is. */
export function patternProblem(effect: RuleEffect, pattern: string): string | null {
  const text = pattern.trim();
  if (text === '') return `Write what the rule is for, such as ${patternNames[effect].example}.`;
  if (text.length > longestPattern) return `Use at most ${longestPattern} characters.`;
  if (/\p{Cc}/u.test(text)) return 'Use one line without control characters.';
  switch (effect) {
    case 'run':
      return /^[^:\s*]+:([^:\s*]+|\*)( in \S.*)?$/.test(text)
        ? null
        : 'Name the extension and the tool as extension:tool, or extension:* for every tool of it, with “ in ” and its folder where it does not come with the app.';
    case 'fetch': {
      const isAddress = /^https?:\/\/[^\s/]+/.test(text);
      const isHost = text === '*' || /^(\*\.)?[^\s/*:]+(:\d+)?$/.test(text) || /^\[[\da-f:]+\](:\d+)?$/i.test(text);
      return isAddress || isHost
        ? null
        : 'Name a host such as example.com or *.example.com, or begin an address with https://.';
    }
    case 'read':
    case 'change':
      // It would be taken for a folder of that name, and so protect nothing.
      return text.startsWith('~') ? 'Write the whole path: “~” does not stand for your own folder here.' : null;
    case 'command':
      return null;
  }
}

/** A warning about things that a rule does not allow, though one might think so; "" for none. */
export function ruleNote({ effect, pattern, decision, folder }: ToolRule): string {
  if (decision !== 'allow') return '';
  // Rules from versions without folders.
  if (folder === undefined) return ' Choose where it applies. Until then it applies nowhere.';
  return effect === 'command' && /(?<!\\)\*/.test(pattern) ? starNote : '';
}
export const starNote = ' A star allows only arguments that are known to be harmless.';

/** Why a rule is not valid among others; null when it is. @param others without the rule itself */
export function ruleProblem(rule: ToolRule, others: readonly ToolRule[]): string | null {
  const problem = patternProblem(rule.effect, rule.pattern);
  if (problem) return problem;
  const same = others.find(
    ({ effect, pattern, folder }) =>
      effect === rule.effect && pattern === rule.pattern.trim() && folder === rule.folder,
  );
  if (same) return `There is a rule for this already: ${decisionNames[same.decision]}.`;
  return others.length >= maxToolRules ? `There can be ${maxToolRules} rules. Remove one that you do not need.` : null;
}
