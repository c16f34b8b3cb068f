import { FolderOpen, PackagePlus } from 'lucide-react';
import { useEffect } from 'react';
import { formatBrought } from '../../shared/contract/documents/brought.ts';
import { refreshContributions } from '../base/contributions-store.ts';
import { Button } from '../base/controls/Button.tsx';
import { useWorkspace } from '../base/workspace/workspace-store.ts';
import { useLoaded } from '../settings/use-loaded.ts';
import { ExtensionItem } from './ExtensionItem.tsx';
import styles from './ExtensionsView.module.css';
import { loadExtensions, useExtensions } from './extensions-store.ts';
import { installFrom } from './installing.ts';
import { setTrust } from './set-trust.ts';

/** All extensions that were found: those that could not be loaded first, the others in order of precedence. */
export function InstalledExtensions() {
  const extensions = useExtensions((state) => state.extensions);
  const { problem } = useLoaded(loadExtensions);
  // Files of themes may have come since.
  useEffect(() => {
    if (extensions) refreshContributions();
  }, [extensions]);
  useEffect(keepFocus);
  return (
    <>
      <div className={styles.toolbar}>
        <Button onClick={() => void installFrom('archive')}>
          <PackagePlus size={14} aria-hidden />
          Install archive…
        </Button>
        <Button onClick={() => void installFrom('folder')}>
          <FolderOpen size={14} aria-hidden />
          Install folder…
        </Button>
        <span className={styles.quiet}>Or drop a folder, a .tgz or a .zip on the window.</span>
      </div>
      <TrustBar />
      {problem && <p className={styles.failure}>The extensions could not be listed. {problem}</p>}
      {extensions?.length === 0 && <p className={styles.quiet}>No extension was found.</p>}
      <ul aria-label="Extensions" className={styles.list}>
        {extensions?.map((extension) => (
          <ExtensionItem key={extension.rootPath} extension={extension} />
        ))}
      </ul>
    </>
  );
}

/** Keeps the focus in the view when the button that had it is gone: the next Tab goes on from the tab of the view. */
function keepFocus(): void {
  if (document.activeElement !== document.body) return;
  document.querySelector<HTMLElement>('#extensions-tab-installed')?.focus();
}

/** Extensions in a folder count only when the person trusts it. */
function TrustBar() {
  const workspace = useWorkspace((state) => state.workspace);
  if (!workspace) return null;
  const { name, isTrusted, brings } = workspace;
  const brought = brings.length === 0 ? '' : formatBrought(brings);
  return (
    <div role="note" className={styles.trust} data-trusted={isTrusted}>
      <p>
        {isTrusted
          ? `You trust the folder “${name}”${brought && `, which brings ${brought} of its own`}.`
          : `You do not trust the folder “${name}”. Commands need your approval every time${
              brought && `, and the ${brought} that it brings stay off`
            }.`}
      </p>
      <Button onClick={() => void setTrust(!isTrusted)}>{isTrusted ? 'Stop trusting' : 'Trust folder'}</Button>
    </div>
  );
}
