import { type KeyboardEvent, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { closeOverlay, overlayArrived } from '../overlay-store.ts';
import { useWorkspace } from '../workspace-store.ts';
import { ChoiceLine } from './ChoiceLine.tsx';
import { type Choice, choicesFor } from './choices.ts';
import type { FileList } from './file-index.ts';
import styles from './QuickOpen.module.css';
import { parseQuery } from './query.ts';
import { workspaceFiles } from './workspace-files.ts';

const emptyWords = { files: 'No file of this name.', place: 'Type a line number.', commands: 'No such command.' };
const noFiles: FileList = { paths: [], isPartial: false };

/** The picker for files, places (`:42`) and commands (`>`). */
export default function QuickOpen({ begin }: { readonly begin: 'files' | 'commands' }) {
  const root = useWorkspace((state) => state.workspace?.path);
  const [text, setText] = useState(begin === 'commands' ? '>' : '');
  const [list, setList] = useState<FileList | null>(null);
  const [at, setAt] = useState(0);
  const dialog = useRef<HTMLDialogElement>(null);
  const lines = useRef<HTMLDivElement>(null);
  const query = useMemo(() => parseQuery(text), [text]);
  const choices = useMemo(() => choicesFor(query, (list ?? noFiles).paths, root), [query, list, root]);

  useLayoutEffect(() => {
    dialog.current?.showModal();
    const typed = overlayArrived();
    if (typed !== '') setText((present) => present + typed);
  }, []);
  useEffect(() => {
    let isWanted = true;
    if (root === undefined) setList(noFiles);
    else void workspaceFiles(root).then((files) => isWanted && setList(files));
    return () => {
      isWanted = false;
    };
  }, [root]);
  useEffect(() => lines.current?.children[at]?.scrollIntoView({ block: 'nearest' }), [at]);

  // Gone at once: the browser tells of a closed dialog later, after a key that opens the next one.
  const close = () => {
    dialog.current?.close();
    flushSync(closeOverlay);
  };
  const choose = (choice: Choice | undefined) => {
    if (!choice) return;
    // Closed first: closing gives the keyboard back, and the choice may then take it elsewhere.
    close();
    choice.choose();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10 }[event.key];
    if (event.key === 'Enter') choose(choices[at]);
    else if (event.key === 'Escape') close();
    else if (step === undefined) return;
    else setAt(Math.min(Math.max(at + step, 0), Math.max(choices.length - 1, 0)));
    event.preventDefault();
  };

  const isListing = list === null && query.kind === 'files';
  return (
    <dialog
      ref={dialog}
      className={styles.picker}
      aria-label={begin === 'commands' ? 'Commands' : 'Go to file'}
      onCancel={(event) => {
        event.preventDefault();
        close();
      }}
      onPointerDown={(event) => event.target === event.currentTarget && close()}
    >
      <div className={styles.body}>
        <input
          autoFocus
          className={styles.input}
          value={text}
          spellCheck={false}
          placeholder="File name, :line, or > command"
          aria-label="File name, colon and line, or angle bracket and command"
          role="combobox"
          aria-expanded={choices.length > 0}
          aria-controls="picker-choices"
          aria-autocomplete="list"
          aria-activedescendant={choices[at] ? `choice-${at}` : undefined}
          onChange={({ currentTarget }) => {
            setText(currentTarget.value);
            setAt(0);
          }}
          onKeyDown={onKeyDown}
        />
        <div ref={lines} id="picker-choices" role="listbox" aria-label="Choices" className={styles.lines}>
          {choices.map((choice, index) => (
            <ChoiceLine
              key={choice.id}
              id={`choice-${index}`}
              choice={choice}
              isActive={index === at}
              onChoose={() => choose(choice)}
            />
          ))}
        </div>
        <p role="status" className={styles.note}>
          {isListing && 'Listing files'}
          {!isListing &&
            choices.length === 0 &&
            (root === undefined && query.kind === 'files' ? 'No folder is open.' : emptyWords[query.kind])}
          {list?.isPartial && query.kind === 'files' && 'This folder has more files than are listed here.'}
        </p>
      </div>
    </dialog>
  );
}
