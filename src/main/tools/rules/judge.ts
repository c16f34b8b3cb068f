import { sep } from 'node:path';
import type { ContributedTool, ToolRule, ToolWhere } from '../../../shared/contract/tool.ts';
import { isSensitive, type PathPlace, shownPath } from '../place-of-path.ts';
import type { ShellLine } from '../shell/shell-parts.ts';
import type { NamedFiles } from './named-files.ts';
import { fitsCommand, fitsPath, fitsTool, fitsUrl, isExactly, mayMean, type PatternReading } from './rule-patterns.ts';
import { folderOf, isHeld, isRun } from './rule-places.ts';

/** One effect in the form that rules are applied to. */
export interface Subject {
  readonly effect: ToolRule['effect'];
  /**
   * Whether the pattern of a rule that denies or asks applies; `perhaps`: undecidable, which leads to a question.
   * @param folder of the rule
   */
  isMeantBy(pattern: string, folder: string | null): boolean | 'perhaps';
  /** The paths that it touches, absolute, links resolved. */
  readonly paths?: readonly string[];
  /** Tests, each of which the pattern of an allowing rule must pass; null: no rule can allow it. */
  readonly allowable: readonly ((pattern: string) => boolean)[] | null;
  /** Allowed unless a rule denies or asks. */
  readonly isUsual: boolean;
  /** A permission of the tool for the thread applies. */
  readonly isForThread: boolean;
}

export type Verdict =
  | { readonly type: 'allow' }
  | { readonly type: 'ask' }
  /** `rule`: the one that denies. */
  | { readonly type: 'deny'; readonly rule: ToolRule };

/**
 * @param where the folder of the effects
 * @param isForThread whether a person allowed the tool all effects of this kind in the thread
 */
export function judge(
  subjects: readonly Subject[],
  rules: readonly ToolRule[],
  where: ToolWhere,
  isForThread: (effect: ToolRule['effect']) => boolean,
): Verdict {
  let isAsked = false;
  for (const rule of rules) {
    if (rule.decision === 'allow') continue;
    for (const subject of subjects) {
      if (subject.effect !== rule.effect || !isHeld(rule, where, subject.paths)) continue;
      const meant = subject.isMeantBy(rule.pattern, folderOf(rule));
      if (meant === true && rule.decision === 'deny') return { type: 'deny', rule };
      if (meant !== false) isAsked = true;
    }
  }
  if (isAsked) return { type: 'ask' };
  const allowing = rules.filter((rule) => rule.decision === 'allow' && isHeld(rule, where));
  const isAllowed = (subject: Subject): boolean =>
    subject.isUsual ||
    (subject.isForThread && (where.isTrusted || !isRun(subject.effect)) && isForThread(subject.effect)) ||
    (subject.allowable?.every((fits) =>
      allowing.some(({ effect, pattern }) => effect === subject.effect && fits(pattern)),
    ) ??
      false);
  return { type: subjects.every(isAllowed) ? 'allow' : 'ask' };
}

const slashed = (path: string): string => path.split(sep).join('/');
/** @param folder of the rule, to which its pattern is relative */
const isPlaceMeant = (pattern: string, place: PathPlace, folder: string | null): boolean =>
  fitsPlace(pattern, place, 'wide') ||
  (folder !== null &&
    fitsPlace(
      pattern,
      { ...place, shown: shownPath(folder, place.real), shownName: shownPath(folder, place.named) },
      'wide',
    ));

const fitsPlace = (pattern: string, { shown, shownName, real, named }: PathPlace, reading: PatternReading): boolean =>
  fitsPath(pattern, shown, slashed(real), reading) ||
  // A rule may also deny the name that leads to the file, but not allow it by that name.
  (reading === 'wide' &&
    (shownName !== shown || named !== real) &&
    fitsPath(pattern, shownName, slashed(named), reading));

const endsInName = (pattern: string): boolean => !/[*?{]/.test(pattern.split('/').at(-1) ?? '');

export const reading = (place: PathPlace): Subject => ({
  effect: 'read',
  isMeantBy: (pattern, folder) => isPlaceMeant(pattern, place, folder),
  paths: [place.real, place.named],
  // Only a pattern that ends in a file name allows a secret, not one that matches it by chance.
  allowable: [(pattern) => (!isSensitive(place) || endsInName(pattern)) && fitsPlace(pattern, place, 'narrow')],
  isUsual: place.isInside && !isSensitive(place),
  isForThread: !isSensitive(place),
});

/** A moved file is readable at its target: only a rule against reading it, or its secrecy, matters. */
export const takingAlong = (place: PathPlace): Subject => ({ ...reading(place), isUsual: !isSensitive(place) });

/** A file that a command reads: judging the command covers it, but rules that deny or ask apply here too. */
export const lookingAt = (place: PathPlace): Subject => ({ ...reading(place), isUsual: true });

export const changing = (place: PathPlace): Subject => ({
  effect: 'change',
  isMeantBy: (pattern, folder) => isPlaceMeant(pattern, place, folder),
  paths: [place.real, place.named],
  allowable: [(pattern) => (!isSensitive(place) || endsInName(pattern)) && fitsPlace(pattern, place, 'narrow')],
  isUsual: false,
  isForThread: place.isInside && !isSensitive(place),
});

export const commanding = (
  { commands, spellings, hints, isCut, warning }: ShellLine,
  { mayLook, isSecret }: NamedFiles,
): Subject => ({
  effect: 'command',
  isMeantBy(pattern) {
    const wanted = pattern.toLowerCase();
    if (spellings.some((text) => fitsCommand(wanted, text))) return true;
    if (isCut || hints.some((text) => fitsCommand(wanted, text))) return 'perhaps';
    return commands.some(({ words }) => mayMean(wanted, words)) ? 'perhaps' : false;
  },
  allowable:
    warning === undefined
      ? commands.map(
          (command) => (pattern) =>
            isExactly(pattern, command.text) ||
            (command.looks !== null && mayLook(command) && fitsCommand(pattern, command.text)),
        )
      : null,
  isUsual: false,
  isForThread: warning === undefined && !isSecret,
});

export const fetching = (url: URL): Subject => ({
  effect: 'fetch',
  isMeantBy: (pattern) => fitsUrl(pattern, url, 'wide'),
  allowable: [(pattern) => fitsUrl(pattern, url, 'narrow')],
  isUsual: false,
  isForThread: true,
});

export const running = (tool: Pick<ContributedTool, 'extensionId' | 'id' | 'origin'>): Subject => ({
  effect: 'run',
  isMeantBy: (pattern) => fitsTool(pattern, tool, 'wide'),
  allowable: [(pattern) => fitsTool(pattern, tool, 'narrow')],
  isUsual: false,
  isForThread: true,
});
