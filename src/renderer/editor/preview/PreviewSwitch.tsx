import { Eye } from 'lucide-react';
import { useKeyOf } from '../../base/commands/commands.ts';
import { IconButton } from '../../base/controls/IconButton.tsx';
import { paneOf, useDocuments } from '../documents/documents-store.ts';
import { focusEditor } from '../panes/pane-views.ts';
import { togglePreview, useIsMarkdown } from './markdown.ts';

/** Switches between the text of a Markdown document and how it reads; nothing for other documents. */
export function PreviewSwitch({ pane, className }: { readonly pane: number; readonly className?: string | undefined }) {
  const { active: path, rendered } = useDocuments((documents) => paneOf(documents, pane));
  const isOffered = useIsMarkdown(path);
  const keyOf = useKeyOf();
  if (path === null || !isOffered) return null;
  const isShown = rendered.includes(path);
  const toggle = () => {
    togglePreview(path, pane);
    if (isShown) focusEditor();
  };
  return (
    <IconButton
      label="Preview"
      shortcut={keyOf('view.markdownPreview')}
      className={className}
      aria-pressed={isShown}
      onClick={toggle}
    >
      <Eye size={16} />
    </IconButton>
  );
}
