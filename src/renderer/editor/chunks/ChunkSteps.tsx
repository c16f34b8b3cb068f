import type { EditorView } from '@codemirror/view';
import { ArrowDown, ArrowUp } from 'lucide-react';
import { formatKey } from '../../base/commands/keys.ts';
import { IconButton } from '../../base/controls/IconButton.tsx';
import { isMac } from '../../base/environment.ts';
import { focusEditor, runInEditor } from '../panes/pane-views.ts';
import styles from './ChunkSteps.module.css';
import { goToNext, goToPrevious } from './go-to-chunk.ts';
import { useChunkPlace } from './reported-chunk.ts';

const go = (command: (view: EditorView) => boolean) => {
  runInEditor(command);
  focusEditor();
};

/** Empty before the changes are marked, and when none is in the text. */
function placeText(count: number, at: number | null): string {
  if (at !== null) return `Change ${at + 1} of ${count}`;
  return count === 0 ? '' : count === 1 ? '1 change' : `${count} changes`;
}

/** Which of the marked changes the cursor is at, and the way to the others. */
export function ChunkSteps({ path }: { readonly path: string }) {
  const { count, at } = useChunkPlace(path);
  // At least two digits, so that the arrows do not move between files either.
  const most = Math.max(count, 10);
  return (
    <>
      <span className={styles.place} data-widest={`Change ${most} of ${most}`}>
        {placeText(count, at)}
      </span>
      <IconButton
        label="Previous change"
        shortcut={formatKey('Shift+F7', isMac)}
        disabled={count === 0}
        onClick={() => go(goToPrevious)}
      >
        <ArrowUp size={16} />
      </IconButton>
      <IconButton
        label="Next change"
        shortcut={formatKey('F7', isMac)}
        disabled={count === 0}
        onClick={() => go(goToNext)}
      >
        <ArrowDown size={16} />
      </IconButton>
    </>
  );
}
