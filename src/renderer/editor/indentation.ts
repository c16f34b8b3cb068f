import type { Text } from '@codemirror/state';
import type { FileRules } from '../../shared/contract/documents/file-rules.ts';
import type { EditorSettings } from '../../shared/contract/settings/setting-table.ts';

export interface Indentation {
  readonly kind: 'spaces' | 'tabs';
  /** Columns per level. */
  readonly size: number;
}

const linesLookedAt = 500;

/**
 * Detects the indentation of a file from the steps between its lines: the most frequent one wins, or tabs when more lines
 * begin with one; the size of a tab is for a person to set.
 * @returns null when the file does not tell
 */
export function detectIndentation(text: Text): { readonly kind: 'tabs' } | (Indentation & { kind: 'spaces' }) | null {
  const steps = new Map<number, number>();
  let tabs = 0;
  let spaces = 0;
  let previous = 0;
  for (const content of text.iterLines(1, Math.min(text.lines, linesLookedAt) + 1)) {
    const indent = /^[\t ]*/.exec(content)?.[0] ?? '';
    if (content.trim() === '') continue;
    if (indent.startsWith('\t')) tabs++;
    else if (indent.length > 1) spaces++;
    const step = Math.abs(indent.length - previous);
    if (!indent.includes('\t') && step >= 2 && step <= 8) steps.set(step, (steps.get(step) ?? 0) + 1);
    previous = indent.length;
  }
  if (tabs > spaces) return { kind: 'tabs' };
  const [best] = [...steps].sort(([sizeA, countA], [sizeB, countB]) => countB - countA || sizeA - sizeB);
  return best ? { kind: 'spaces', size: best[0] } : null;
}

/** The indentation of a file: by its rules, else as detected if that is switched on, else by the settings. */
export function indentationOf(
  settings: Pick<EditorSettings, 'editor.tabSize' | 'editor.insertSpaces' | 'editor.detectIndentation'>,
  detected: ReturnType<typeof detectIndentation>,
  { indentation, indentSize, tabSize }: FileRules = {},
): Indentation {
  const usual = usualIndentation(settings, detected);
  const kind = indentation ?? usual.kind;
  const sizes = kind === 'tabs' ? [tabSize, indentSize] : [indentSize, tabSize];
  return { kind, size: sizes.find((size) => size !== undefined) ?? usual.size };
}

function usualIndentation(
  settings: Parameters<typeof indentationOf>[0],
  detected: ReturnType<typeof detectIndentation>,
): Indentation {
  const size = settings['editor.tabSize'];
  if (!settings['editor.detectIndentation'] || !detected) {
    return { kind: settings['editor.insertSpaces'] ? 'spaces' : 'tabs', size };
  }
  return { size, ...detected };
}

export const formatIndentation = ({ kind, size }: Indentation): string =>
  kind === 'tabs' ? `Tabs: ${size}` : `Spaces: ${size}`;
