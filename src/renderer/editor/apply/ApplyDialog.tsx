import { useEffect, useId, useMemo, useState } from 'react';
import { visibleName } from '../../../shared/visible-text.ts';
import { Button } from '../../base/controls/Button.tsx';
import { relativePath } from '../../base/paths.ts';
import { useWorkspace } from '../../base/workspace/workspace-store.ts';
import { Dialog, DialogActions } from '../../dialogs/Dialog.tsx';
import { DiffLines } from '../../diff/DiffLines.tsx';
import { textHunks } from '../../diff/patch-hunks.ts';
import { activeOf, useDocuments } from '../documents/documents-store.ts';
import { type Application, endApplication } from '../insert-text.ts';
import styles from './ApplyDialog.module.css';
import { type ApplyTarget, applyTargetOf, applyText } from './apply-target.ts';
import { type Placement, placed, placementsOf } from './placements.ts';

/** Asks where code of an answer goes in a file, and previews the change. Nothing is changed before. */
export function ApplyDialog({ application: { code, path } }: { readonly application: Application }) {
  const tabs = useDocuments((state) => state.tabs);
  const active = useDocuments(activeOf);
  const root = useWorkspace((state) => state.workspace?.path);
  const open = useMemo(() => tabs.flatMap((tab) => (tab.kind === 'document' ? [tab.path] : [])), [tabs]);
  const [chosen, setChosen] = useState(path ?? active ?? open[0] ?? null);
  const [target, setTarget] = useState<ApplyTarget | string | null>(null);
  const [kind, setKind] = useState<Placement['kind'] | null>(null);
  const [isOutdated, setOutdated] = useState(false);
  const [turn, setTurn] = useState(0);
  const id = useId();

  // biome-ignore lint/correctness/useExhaustiveDependencies: read anew when the text has changed meanwhile
  useEffect(() => {
    let isCurrent = true;
    setTarget(null);
    setKind(null);
    if (chosen !== null) {
      applyTargetOf(chosen).then(
        (found) => isCurrent && setTarget(found),
        () => isCurrent && setTarget('The file could not be read. Try again.'),
      );
    }
    return () => {
      isCurrent = false;
    };
  }, [chosen, turn]);

  const original = target !== null && typeof target === 'object' && target.type === 'open' ? target.text : '';
  const selection = target !== null && typeof target === 'object' && target.type === 'open' ? target.selection : none;
  const placements = useMemo(() => placementsOf(original, code, selection), [original, code, selection]);
  const placement = placements.find((each) => each.kind === kind) ?? placements[0];
  const next = useMemo(() => (placement ? placed(original, code, placement) : original), [original, code, placement]);
  const hunks = useMemo(() => textHunks(original, next), [original, next]);
  const apply = async () => {
    if (target === null || typeof target === 'string') return;
    if (await applyText(target, next)) return endApplication();
    setOutdated(true);
    setTurn(turn + 1);
  };
  const name = chosen === null ? '' : visibleName(relativePath(root, chosen));
  return (
    <Dialog
      title={name === '' ? 'Apply code to a file' : `Apply to ${name}`}
      width={720}
      anchor="top"
      onCancel={endApplication}
    >
      {path === null && open.length > 0 && (
        <label className={styles.choice}>
          File
          <select value={chosen ?? ''} onChange={({ currentTarget }) => setChosen(currentTarget.value)}>
            {open.map((each) => (
              <option key={each} value={each}>
                {visibleName(relativePath(root, each))}
              </option>
            ))}
          </select>
        </label>
      )}
      {chosen === null && <p className={styles.words}>No file is open. Open the file for this code, then try again.</p>}
      {typeof target === 'string' && <p className={styles.words}>{target}</p>}
      {target !== null && typeof target === 'object' && placement && (
        <>
          {target.type === 'open' && placements.length > 1 && (
            <fieldset className={styles.places}>
              <legend className={styles.hidden}>Where it goes</legend>
              {placements.map((each) => (
                <label key={each.kind} className={styles.place}>
                  <input
                    type="radio"
                    name={`${id}-place`}
                    checked={each.kind === placement.kind}
                    onChange={() => setKind(each.kind)}
                  />
                  {wordsFor(each)}
                </label>
              ))}
            </fieldset>
          )}
          <p className={styles.words}>
            {isOutdated && 'The file changed meanwhile. Check the changes again. '}
            {target.type === 'new'
              ? 'This file does not exist yet. It is created with this text and opened.'
              : 'Applied in the editor as one undo step, not saved.'}
          </p>
          {next === original ? (
            <p className={styles.words}>Nothing to change: the file already has this text.</p>
          ) : (
            <div className={styles.diff}>
              <DiffLines hunks={hunks} path={name} />
            </div>
          )}
        </>
      )}
      <DialogActions>
        <Button onClick={endApplication}>Cancel</Button>
        <Button
          variant="primary"
          data-autofocus
          disabled={target === null || typeof target === 'string' || next === original}
          onClick={() => void apply()}
        >
          {typeof target === 'object' && target?.type === 'new' ? 'Create' : 'Apply'}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

const none = { from: 0, to: 0 };

function wordsFor({ kind, firstLine, lastLine }: Placement): string {
  const lines = firstLine === lastLine ? `line ${firstLine}` : `lines ${firstLine} to ${lastLine}`;
  switch (kind) {
    case 'whole':
      return 'Replace the whole file';
    case 'selection':
      return `Replace the selection, ${lines}`;
    case 'part':
      return `Replace ${lines}, which start and end the same way`;
    case 'cursor':
      return `Insert before line ${firstLine}, where the cursor is`;
  }
}
