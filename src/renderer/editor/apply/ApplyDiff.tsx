import { unifiedMergeView } from '@codemirror/merge';
import { EditorState, Prec } from '@codemirror/state';
import { EditorView, lineNumbers } from '@codemirror/view';
import { useEffect, useRef } from 'react';
import { styleNonce } from '../editor-setup.ts';
import { editorTheme } from '../editor-theme.ts';
import { diffLimits } from '../review/diff-limits.ts';
import { mergeTheme } from '../review/merge-theme.ts';
import styles from './ApplyDialog.module.css';

export interface ApplyDiffProps {
  readonly path: string;
  readonly before: string;
  readonly after: string;
}

/** What would change, to be read. */
export function ApplyDiff({ path, before, after }: ApplyDiffProps) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!place.current) return;
    const view = new EditorView({
      parent: place.current,
      state: EditorState.create({
        doc: after,
        extensions: [
          EditorView.cspNonce.of(styleNonce),
          EditorState.readOnly.of(true),
          EditorView.editable.of(false),
          EditorView.contentAttributes.of({ 'aria-label': `What changes in ${path}`, tabindex: '0' }),
          EditorView.lineWrapping,
          lineNumbers(),
          editorTheme,
          unifiedMergeView({
            original: before,
            mergeControls: false,
            collapseUnchanged: { margin: 3, minSize: 8 },
            diffConfig: diffLimits,
          }),
          Prec.high(mergeTheme),
        ],
      }),
    });
    return () => view.destroy();
  }, [path, before, after]);
  return <div ref={place} className={styles.diff} />;
}
