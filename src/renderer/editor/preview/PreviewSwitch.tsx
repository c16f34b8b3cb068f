import { Eye } from 'lucide-react';
import { useKeyOf } from '../../base/commands/commands.ts';
import { IconButton } from '../../base/controls/IconButton.tsx';
import { useDocuments } from '../documents/documents-store.ts';
import { focusEditor } from '../sessions.ts';
import { togglePreview, useIsMarkdown, usePreviews } from './previews-store.ts';

/** Switches between the text of a Markdown document and how it reads; nothing for other documents. */
export function PreviewSwitch({ className }: { readonly className?: string | undefined }) {
  const path = useDocuments(({ active }) => active);
  const isOffered = useIsMarkdown(path);
  const isShown = usePreviews(({ paths }) => path !== null && paths.has(path));
  const keyOf = useKeyOf();
  if (path === null || !isOffered) return null;
  const toggle = () => {
    togglePreview(path);
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
