import { useContext, useMemo } from 'react';
import { describeLink } from '../describe-link.ts';
import { InlineLink } from '../Link.tsx';
import { LinkContext } from '../link-environment.ts';
import styles from '../markdown.module.css';
import { pathInCode } from './path-code.ts';
import { usePathState } from './use-path-state.ts';

export interface PathCodeProps {
  readonly text: string;
  /** It is still being written, and names nothing yet. */
  readonly isOpen: boolean;
}

/** Inline code. When it names a file of the project, it opens it; an icon that came later would move the text. */
export function PathCode({ text, isOpen }: PathCodeProps) {
  const environment = useContext(LinkContext);
  const target = useMemo(
    () => (environment && !isOpen ? pathInCode(text, environment.platform) : null),
    [environment, text, isOpen],
  );
  const [state] = usePathState(environment?.root === undefined ? undefined : target?.path);

  const code = (
    <code className={styles.codespan} dir="ltr">
      {text}
    </code>
  );
  if (!environment || !target || state !== 'file') return code;
  return (
    <InlineLink
      title={describeLink(target, environment.root, state)}
      onOpen={() => environment.openFile(target.path, target)}
    >
      {code}
    </InlineLink>
  );
}
