import { create } from 'zustand';
import { notify } from '../base/notices/notices-store.ts';
import { focusEditor, runInEditor } from './panes/pane-views.ts';

/** Code that waits for the person to agree to its placement. */
export interface Application {
  readonly code: string;
  /** Absolute, or relative to the folder; null: the person chooses. */
  readonly path: string | null;
}

export const useApplication = create<{ readonly application: Application | null }>(() => ({ application: null }));

/** Inserts text at the cursor of the active document, replacing the selection. */
export function insertAtCursor(text: string): void {
  let isReadOnly = false;
  const isDone = runInEditor((view) => {
    isReadOnly = view.state.readOnly;
    if (isReadOnly) return false;
    view.dispatch(view.state.replaceSelection(text), { userEvent: 'input.paste', scrollIntoView: true });
    return true;
  });
  if (isDone) focusEditor();
  else {
    const why = isReadOnly ? 'The active file is read-only.' : 'No file is open.';
    notify({ severity: 'info', text: `${why} Nothing was inserted. Open a file and try again.` });
  }
}

/** Previews what the code would change in a file; once the person agrees, the change is one undo step. */
export const applyToFile = (code: string, path?: string): void =>
  useApplication.setState({ application: { code, path: path ?? null } });

export const endApplication = (): void => useApplication.setState({ application: null });
