import { defaultKeymap } from '@codemirror/commands';
import { LanguageDescription } from '@codemirror/language';
import { getOriginalDoc, originalDocChangeEffect } from '@codemirror/merge';
import { ChangeSet, EditorState, type Extension, Prec } from '@codemirror/state';
import { EditorView, keymap } from '@codemirror/view';
import { useEffect, useRef, useState } from 'react';
import type { ChangedFile, ReviewTexts } from '../../../shared/contract/change.ts';
import { formatFailure } from '../../app/format-failure.ts';
import { baseName } from '../../app/paths.ts';
import { settle } from '../../app/settle.ts';
import { api } from '../../bridge.ts';
import { languageSlot, styleNonce } from '../../editor/editor-setup.ts';
import { editorTheme } from '../../editor/editor-theme.ts';
import { minimalChange } from '../../editor/minimal-change.ts';
import { mergeExtension } from '../../editor/review/merge-extension.ts';
import styles from './changes.module.css';

export interface FileReviewProps {
  readonly threadId: string;
  /** A new object when anything about it changed, so its texts are asked for again. */
  readonly file: ChangedFile;
}

/** The changes of a file in the panel; each can be accepted and rejected. */
export default function FileReview({ threadId, file }: FileReviewProps) {
  const { path } = file;
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView | null>(null);
  const [problem, setProblem] = useState<string | null>(null);

  useEffect(() => {
    let isCurrent = true;
    void settle(api.changes.texts(threadId, file.path)).then((result) => {
      if (!isCurrent || !host.current) return;
      if (!result.ok) return setProblem(formatFailure(result.failure));
      setProblem(null);
      if (!view.current) view.current = createView(host.current, threadId, file.path, result.value);
      else follow(view.current, result.value);
    });
    return () => {
      isCurrent = false;
    };
  }, [threadId, file]);
  useEffect(
    () => () => {
      view.current?.destroy();
      view.current = null;
    },
    [],
  );

  return (
    <>
      {problem !== null && <p className={styles.problem}>The changes could not be shown. {problem}</p>}
      <div ref={host} className={styles.merge} data-path={path} />
    </>
  );
}

function createView(parent: HTMLElement, threadId: string, path: string, { before, after }: ReviewTexts): EditorView {
  const isDeleted = after === null;
  const view = new EditorView({
    parent,
    state: EditorState.create({
      doc: after ?? '',
      extensions: [
        EditorView.cspNonce.of(styleNonce),
        EditorState.lineSeparator.of('\n'),
        EditorState.readOnly.of(true),
        EditorView.editable.of(false),
        EditorView.lineWrapping,
        EditorView.contentAttributes.of({ tabindex: '0', 'aria-label': `Changes of ${baseName(path)}` }),
        keymap.of(defaultKeymap),
        Prec.high(panelLook),
        editorTheme,
        languageSlot.of([]),
        mergeExtension(before ?? '', { threadId, path, isNew: before === null }, !isDeleted),
      ],
    }),
  });
  void loadLanguage(path).then((language) => {
    if (language && view.dom.isConnected) view.dispatch({ effects: languageSlot.reconfigure(language) });
  });
  return view;
}

async function loadLanguage(path: string): Promise<Extension | null> {
  const { languages } = await import('@codemirror/language-data');
  return LanguageDescription.matchFilename(languages, baseName(path))?.load() ?? null;
}

/** What was decided, or written meanwhile, shows. */
function follow(view: EditorView, { before, after }: ReviewTexts): void {
  const { state } = view;
  const original = getOriginalDoc(state);
  const originalChange = minimalChange(original.toString(), before ?? '');
  const changes = minimalChange(state.doc.toString(), after ?? '');
  if (!originalChange && !changes) return;
  const effects = originalChange ? [originalDocChangeEffect(state, ChangeSet.of(originalChange, original.length))] : [];
  view.dispatch({ effects, ...(changes && { changes }) });
}

const panelLook = EditorView.theme({
  '&': { height: 'auto', maxHeight: 'min(420px, 45vh)', fontSize: 'var(--text-1)' },
  '.cm-content': { padding: '0' },
  '.cm-line': { padding: '0 var(--space-2)' },
  '&.cm-merge-b .cm-deletedLineGutter': { background: 'none' },
  // Beside the text there is no room for them.
  '.cm-deletedChunk .cm-chunkButtons': {
    position: 'static',
    justifyContent: 'flex-end',
    padding: '2px var(--space-2)',
  },
});
