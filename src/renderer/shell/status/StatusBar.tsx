import { formName, type TextForm } from '../../../shared/contract/documents/encoding.ts';
import { notify } from '../../base/notices/notices-store.ts';
import { openOverlay } from '../../base/overlay-store.ts';
import { activeOf, findDocument, isDirtyTab, useDocuments } from '../../editor/documents/documents-store.ts';
import { lineEndingNames } from '../../editor/documents/line-endings.ts';
import { useEditorFacts } from '../../editor/facts-store.ts';
import { formatIndentation } from '../../editor/indentation.ts';
import { whatIsOff, whyNoColours } from '../../editor/large-text.ts';
import { isLargeDocument } from '../../editor/sessions.ts';
import { StatusItems } from '../../extensions/StatusItems.tsx';
import { NoticesStatus } from '../notices/NoticesStatus.tsx';
import { HostsStatus } from './HostsStatus.tsx';
import styles from './StatusBar.module.css';

/** The form of the document in front, and the health of the extensions. */
export function StatusBar() {
  return (
    <footer className={styles.bar}>
      <DocumentStatus />
      <span className={styles.gap} />
      <StatusItems />
      <UnsavedStatus />
      <HostsStatus />
      <NoticesStatus />
    </footer>
  );
}

function DocumentStatus() {
  const document = useDocuments((documents) => findDocument(activeOf(documents)));
  const path = document?.path ?? '';
  const language = useEditorFacts((facts) => facts.languages[path]);
  const indentation = useEditorFacts((facts) => facts.indentations[path]);
  const isPlain = useEditorFacts((facts) => facts.tooLongForColours[path] === true);
  if (!document) return null;
  return (
    <>
      <CursorPosition />
      {language && <span>{language}</span>}
      {indentation && <span>{formatIndentation(indentation)}</span>}
      <span>{lineEndingNames[document.lineEnding]}</span>
      <EncodingStatus form={document} />
      {isLargeDocument(path) && <LengthStatus label="Large file" why={whatIsOff} />}
      {isPlain && <LengthStatus label="No colours" why={whyNoColours} />}
      {document.isReadOnly && <span>Read-only</span>}
      {document.isSaving && <span className={styles.late}>Saving</span>}
    </>
  );
}

/** Opens the choice between reopening and saving with another encoding. */
function EncodingStatus({ form }: { readonly form: TextForm }) {
  return (
    <button
      type="button"
      className={styles.button}
      aria-haspopup="dialog"
      aria-label={`Encoding: ${formName(form)}`}
      title="Reopen or save with another encoding"
      data-testid="encoding"
      onClick={() => openOverlay('encoding')}
    >
      {formName(form)}
    </button>
  );
}

/** Says what is off for the length of the document. */
function LengthStatus({ label, why }: { readonly label: string; readonly why: string }) {
  return (
    <button type="button" className={styles.button} title={why} onClick={() => notify({ severity: 'info', text: why })}>
      {label}
    </button>
  );
}

function CursorPosition() {
  const { line, column, selected } = useEditorFacts((facts) => facts.cursor);
  return (
    <>
      <span data-testid="cursor-position">{`Ln ${line}, Col ${column}`}</span>
      {selected > 0 && <span>{`${selected} selected`}</span>}
    </>
  );
}

function UnsavedStatus() {
  const count = useDocuments(({ tabs }) => tabs.filter(isDirtyTab).length);
  return count > 0 && <span data-testid="unsaved">{`${count} unsaved`}</span>;
}
