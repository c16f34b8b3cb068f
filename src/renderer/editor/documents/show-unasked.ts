import type { OpenedDocument } from '../../../shared/contract/documents/document.ts';
import type { Result } from '../../../shared/contract/errors.ts';
import { notify } from '../../base/notices/notices-store.ts';
import { whereaboutsOf } from '../../base/paths.ts';
import { focusEditor } from '../panes/pane-views.ts';
import { openRendered } from '../preview/markdown.ts';
import { followSessions } from '../sessions.ts';
import { activateTab, activePath, findTab } from './documents-store.ts';
import { showOpenedDocument } from './open-document.ts';

/** Milliseconds after an edit in which a person counts as typing. */
const typingMs = 3_000;

let typedAt = Number.NEGATIVE_INFINITY;
followSessions({
  edited(_path, transactions) {
    const isTyped = transactions.some((each) => each.isUserEvent('input') || each.isUserEvent('delete'));
    if (isTyped) typedAt = performance.now();
  },
});

/**
 * Shows a text that no person asked for now. The keyboard stays where it is; in the editor it goes along with what is
 * shown. While somebody types there, the text comes to a tab behind theirs.
 */
export async function showUnasked(result: Result<OpenedDocument>): Promise<void> {
  if (!result.ok) return showOpenedDocument(result);
  const { path } = result.value;
  const isInEditor = document.activeElement?.closest('[data-part="editor"]') != null;
  const isFree = isInEditor || document.activeElement === document.body;
  const isBehind = isInEditor && performance.now() - typedAt < typingMs && activePath() !== path;
  const wasOpen = findTab(path) !== undefined;
  await showOpenedDocument(result, isBehind ? () => undefined : activateTab);
  if (findTab(path)?.kind !== 'document') return;
  if (path.endsWith('.md') && !wasOpen) openRendered(path, !isFree && !isBehind);
  if (!isBehind) return isFree ? focusEditor() : undefined;
  const { folders, name } = whereaboutsOf(undefined, path);
  const show = () => {
    activateTab(path);
    focusEditor();
  };
  notify({
    severity: 'info',
    text: `${folders[0]} shows “${name}” in a tab behind this one.`,
    actions: [{ label: 'Show', run: show }],
  });
}
