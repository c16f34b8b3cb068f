import { type ReactNode, useContext, useMemo } from 'react';
import { describeLink } from '../describe-link.ts';
import { InlineLink, OpeningLink } from '../Link.tsx';
import { LinkContext } from '../link-environment.ts';
import styles from '../markdown.module.css';
import { addressInCode, type FileTarget, pathInCode } from './path-code.ts';
import { prosePaths } from './prose-paths.ts';
import { symbolInCode } from './symbol-code.ts';
import { usePathState } from './use-path-state.ts';
import { useSymbol } from './use-symbol.ts';

export interface PathTextProps {
  readonly text: string;
  /** It is half-written: its last word is not a name yet. */
  readonly isOpen: boolean;
}

/** Inline code, as a link if it names a file or a symbol of the project, or a page. */
export function PathCode({ text, isOpen }: PathTextProps) {
  const environment = useContext(LinkContext);
  const [file, page] = useMemo(
    () =>
      environment && !isOpen
        ? [pathInCode(text, environment.platform), addressInCode(text, environment.platform)]
        : [null, null],
    [environment, text, isOpen],
  );
  const symbol = useSymbol(environment && !isOpen && !file && !page ? symbolInCode(text) : null);
  const target = page ?? symbol;
  const code = (
    <code className={styles.codespan} dir="ltr">
      {text}
    </code>
  );
  if (target)
    return (
      <OpeningLink target={target} label={text}>
        {code}
      </OpeningLink>
    );
  return file ? <NamedPath target={file}>{code}</NamedPath> : code;
}

/** Prose in which names of project files are links. */
export function PathProse({ text, isOpen }: PathTextProps): ReactNode {
  const environment = useContext(LinkContext);
  const pieces = useMemo(
    () => (environment ? prosePaths(text, environment.platform, isOpen) : null),
    [environment, text, isOpen],
  );
  if (!pieces?.some(({ target }) => target !== null)) return text;
  return pieces.map((piece, index) =>
    piece.target ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: a word has no other identity than its place
      <NamedPath key={index} target={piece.target}>
        {piece.text}
      </NamedPath>
    ) : (
      piece.text
    ),
  );
}

/** A link if the file exists, else plain text; without an icon, which would move the text when it appears. */
function NamedPath({ target, children }: { readonly target: FileTarget; readonly children: ReactNode }) {
  const environment = useContext(LinkContext);
  const [state] = usePathState(environment?.root === undefined ? undefined : target.path);
  if (!environment || state !== 'file') return children;
  return (
    <InlineLink
      title={describeLink(target, environment.root, state)}
      onOpen={() => environment.openFile(target.path, target)}
    >
      {children}
    </InlineLink>
  );
}
