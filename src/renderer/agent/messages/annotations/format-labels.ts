import type { ThreadSummary } from '../../../../shared/contract/thread.ts';
import { oneLine } from '../../../../shared/thread/one-line.ts';

const longestLabel = 50;

/** @returns the labels with what was typed among them, once, however it is capitalised */
export function addLabel(labels: readonly string[], typed: string): readonly string[] {
  const label = oneLine(typed.replaceAll(',', ' '), longestLabel);
  const isThere = labels.some((each) => each.toLowerCase() === label.toLowerCase());
  return label === '' || isThere ? labels : [...labels, label];
}

/** Every label that is used in the threads of the folder, those of the thread that is shown first. */
export function knownLabels(
  threads: readonly Pick<ThreadSummary, 'labels'>[],
  inThread: Readonly<Record<string, readonly string[]>>,
): readonly string[] {
  const others = threads.flatMap(({ labels }) => labels);
  return [...new Set([...Object.values(inThread).flat(), ...others.sort((a, b) => a.localeCompare(b))])];
}
