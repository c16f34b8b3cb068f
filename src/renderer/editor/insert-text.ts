import { create } from 'zustand';
import { notify } from '../base/notices/notices-store.ts';
import { focusEditor, runInEditor } from './sessions.ts';

/** Code that waits for a person to agree to where it goes. */
export interface Application {
  readonly code: string;
  /** Absolute, or relative to the folder; null: they choose. */
  readonly path: string | null;
}

export const useApplication = create<{ readonly application: Application | null }>(() => ({ application: null }));

/** Puts text at the cursor of the document in front, in the place of what is selected. */
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

/** Shows what the code would change in a file; it is changed when the person agrees, as one step that can be undone. */
export const applyToFile = (code: string, path?: string): void =>
  useApplication.setState({ application: { code, path: path ?? null } });

export const endApplication = (): void => useApplication.setState({ application: null });
