import { endsContainer, interruptsParagraph, isRule, readListMark, trimCr } from './block-starts.ts';
import type { Scan } from './scan.ts';

const splitsListAfter = 4096;

/** Whether a line begins a block, and so ends the one before it. */
export const beginsBlock = (scan: Scan, line: string, isComplete: boolean): boolean =>
  scan.afterBlank ? beginsAfterBlank(scan, line, isComplete) : beginsBelow(scan, line, isComplete);

function beginsAfterBlank(scan: Scan, line: string, isComplete: boolean): boolean {
  const indent = line.search(/\S/);
  // An indented line may continue a list item or code before it.
  const isOutside = scan.hasList ? indent === 0 : scan.isTable || indent < 4;
  if (!isOutside) return false;
  if (!scan.hasList || !/^[-*+\d]/.test(line)) return true;
  if (scan.listMark !== '') return isOtherItem(scan, line, isComplete) || (isComplete && !readListMark(trimCr(line)));
  if (!isComplete) return false;
  const item = readListMark(trimCr(line));
  return !(item && scan.lineStart - scan.blockStart < splitsListAfter);
}

/** Likewise, without a blank line before it. */
function beginsBelow(scan: Scan, line: string, isComplete: boolean): boolean {
  const text = trimCr(line);
  const isContainer = scan.listMark !== '' || scan.isTable;
  if (isContainer && isComplete && endsContainer(text)) return true;
  if (scan.listMark !== '') return isOtherItem(scan, text, isComplete);
  if (scan.hasList || scan.tail[scan.blockStart] === '<' || !interruptsParagraph(text)) return false;
  return isComplete || !isRule(text);
}

/** Another mark begins another list, which is certain once text follows it. */
function isOtherItem({ listMark }: Scan, line: string, isComplete: boolean): boolean {
  if (!/^[-*+\d]/.test(line) || !(isComplete || /^(?:[-*+]|\d{1,9}[.)])[ \t]+\S/.test(line))) return false;
  const item = readListMark(trimCr(line));
  return item !== null && item.mark !== listMark;
}
