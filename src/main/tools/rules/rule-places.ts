import { FailureError } from '../../../shared/contract/errors.ts';
import { inSettings } from '../../../shared/contract/settings/page-titles.ts';
import { everyTrustedFolder, type ToolRule, type ToolWhere } from '../../../shared/contract/tool.ts';
import { isInside } from '../../documents/project-border.ts';

/** Effects that run something: in an untrusted folder they are asked for every time. */
export const isRun = (effect: ToolRule['effect']): boolean => effect === 'command' || effect === 'run';

/** @throws {FailureError} where the effect may only be allowed once */
export function refuseUntrusted(effect: ToolRule['effect'], { isTrusted }: ToolWhere): void {
  if (isTrusted || !isRun(effect)) return;
  const message =
    'Commands in a folder you do not trust need your approval every time. Trust the folder, or allow it once.';
  throw new FailureError({ code: 'invalid-request', message });
}

/** The folder of a rule; null: none, or every trusted one. */
export const folderOf = ({ folder }: ToolRule): string | null =>
  folder === undefined || folder === everyTrustedFolder ? null : folder;

/**
 * Whether a rule applies in a place. One that allows applies in exactly its folder; one that denies or asks applies to
 * everything that may be in its folder.
 * @param paths of the effect, absolute, links resolved
 */
export function isHeld(
  rule: ToolRule,
  { folder, isWhole, isTrusted }: ToolWhere,
  paths: readonly string[] = [],
): boolean {
  const its = folderOf(rule);
  if (rule.decision !== 'allow') {
    if (its === null || paths.some((path) => isInside(its, path))) return true;
    return folder !== null && (isInside(its, folder) || isInside(folder, its));
  }
  if (isRun(rule.effect) && !isTrusted) return false;
  if (rule.folder === everyTrustedFolder) return isTrusted && isWhole;
  return its !== null && its === folder;
}

/** @returns a notice about rules without a folder, from older versions; null when there are none */
export function tellPlaceless(rules: readonly ToolRule[]): string | null {
  const { length } = rules.filter(({ decision, folder }) => decision === 'allow' && folder === undefined);
  if (length === 0) return null;
  const which = length === 1 ? 'One rule that allows something names' : `${length} rules that allow something name`;
  return `${which} no folder, as all do from now on, so you are asked again. Choose where they apply in ${inSettings('approvals')}, or remove them.`;
}
