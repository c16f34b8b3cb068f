import { FileText } from 'lucide-react';
import { useContext, useEffect, useMemo, useState } from 'react';
import { describeLink, mayInspect } from './describe-link.ts';
import { InlineLink } from './Link.tsx';
import { type FileState, LinkContext } from './link-environment.ts';
import styles from './markdown.module.css';
import { inspectOnce, pathInCode } from './path-code.ts';

export interface PathCodeProps {
  readonly text: string;
  /** It is still being written, and names nothing yet. */
  readonly isOpen: boolean;
}

/** Inline code. When it names a file of the project, it opens it. */
export function PathCode({ text, isOpen }: PathCodeProps) {
  const environment = useContext(LinkContext);
  const target = useMemo(
    () => (environment && !isOpen ? pathInCode(text, environment.platform) : null),
    [environment, text, isOpen],
  );
  const [state, setState] = useState<FileState>();
  useEffect(() => {
    setState(undefined);
    if (!environment?.root || !target || !mayInspect(target.path, environment.root)) return;
    let isCurrent = true;
    const show = (found: FileState | undefined) => isCurrent && setState(found);
    inspectOnce(environment, target.path).then(show, () => show(undefined));
    return () => {
      isCurrent = false;
    };
  }, [environment, target]);

  const code = <code className={styles.codespan}>{text}</code>;
  if (!environment || !target || state !== 'file') return code;
  return (
    <InlineLink
      title={describeLink(target, environment.root, state)}
      onOpen={() => environment.openFile(target.path, target)}
    >
      <FileText size={14} className={styles.linkIcon} aria-hidden />
      {code}
    </InlineLink>
  );
}
