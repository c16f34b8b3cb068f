import { FileX } from 'lucide-react';
import { type ReactNode, useContext } from 'react';
import type { LinkTarget } from '../../../shared/links/link-target.ts';
import { parseLink } from '../../../shared/links/parse-link.ts';
import { type PathTarget, parseLiteral } from '../../../shared/links/parse-literal.ts';
import { visibleName } from '../../../shared/visible-text.ts';
import { FileIcon } from '../../base/file-icon/FileIcon.tsx';
import { openTarget } from '../messages/open-target.ts';
import { describeLink } from './describe-link.ts';
import { headingOf } from './heading-link.ts';
import { LinkContext } from './link-environment.ts';
import styles from './markdown.module.css';
import { usePathState } from './paths/use-path-state.ts';

export interface LinkProps {
  readonly href: string;
  /** The text of the link as it was written. */
  readonly label: string;
  readonly children: ReactNode;
}

/** A link in an answer. Links within it are inert. */
export const Link = ({ children, ...rest }: LinkProps) => (
  <LinkTo {...rest}>
    <LinkContext value={null}>{children}</LinkContext>
  </LinkTo>
);

/** Never navigates: asks the app to open a file or an address, or is inert text. */
function LinkTo({ href, label, children }: LinkProps) {
  const environment = useContext(LinkContext);
  const options = environment && { platform: environment.platform, label };
  const heading = headingOf(href);
  if (environment?.goToHeading && heading !== undefined && href.trim().startsWith('#')) {
    return (
      <InlineLink title={`The heading “${visibleName(heading)}”`} onOpen={() => environment.goToHeading?.(heading)}>
        {children}
      </InlineLink>
    );
  }
  const target = options && parseLink(href, options);
  if (!environment || !target) return <span title={href}>{children}</span>;
  switch (target.kind) {
    case 'file':
    case 'symbol':
    case 'directory':
      return (
        <PathLink usual={target} literal={parseLiteral(href, options)} heading={heading}>
          {children}
        </PathLink>
      );
    case 'web':
    case 'thread':
      return (
        <OpeningLink target={target} label={label}>
          {children}
        </OpeningLink>
      );
  }
}

interface PathLinkProps {
  readonly usual: PathTarget | Extract<LinkTarget, { kind: 'symbol' }>;
  /** Takes precedence when such a path exists. */
  readonly literal: PathTarget | null;
  /** What the usual one has in place of a line. */
  readonly heading: string | undefined;
  readonly children: ReactNode;
}

/** A link to a file, struck through where there is none. */
export function PathLink({ usual, literal, heading, children }: PathLinkProps) {
  const environment = useContext(LinkContext);
  const [literalState, lookForLiteral] = usePathState(literal?.path);
  const isLiteral = literal !== null && (literalState === 'file' || literalState === 'directory');
  const [usualState, lookForUsual] = usePathState(usual.kind === 'directory' ? undefined : usual.path);
  const target = isLiteral ? literal : usual;
  const state = isLiteral ? literalState : usualState;
  if (!environment) return children;
  if (target.kind === 'directory' || state === 'directory')
    return (
      <OpeningLink target={{ kind: 'directory', path: target.path }} label="">
        {children}
      </OpeningLink>
    );

  const place = isLiteral || heading === undefined || target.line !== undefined ? target : { heading };
  const look = () => {
    lookForLiteral();
    lookForUsual();
  };
  const title = describeLink(target, environment.root, state);
  if (state === 'missing') {
    return (
      // Checked again at the pointer: the file may exist by now.
      <span className={styles.dead} title={title} onPointerEnter={look}>
        <FileX size={14} className={styles.linkIcon} aria-hidden />
        {children}
      </span>
    );
  }
  return (
    <InlineLink title={title} onOpen={() => environment.openFile(target.path, place)} onLook={look}>
      <FileIcon path={target.path} size={14} className={styles.linkIcon} />
      {children}
    </InlineLink>
  );
}

interface OpeningLinkProps {
  readonly target: LinkTarget;
  readonly label: string;
  readonly children: ReactNode;
}

/** Inert text when its target cannot be opened here. */
export function OpeningLink({ target, label, children }: OpeningLinkProps) {
  const environment = useContext(LinkContext);
  if (!environment) return children;
  const title = describeLink(target, environment.root, undefined);
  const open = openTarget(target, label, environment);
  if (!open) return <span title={title}>{children}</span>;
  return (
    <InlineLink title={title} onOpen={open}>
      {children}
    </InlineLink>
  );
}

interface InlineLinkProps {
  readonly title: string;
  readonly children: ReactNode;
  onOpen(): void;
  onLook?(): void;
}

/** No button element: it would not break across lines, and turning text into a link would move it. */
export function InlineLink({ title, children, onOpen, onLook }: InlineLinkProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: an anchor with an address would navigate the window
    <span
      role="link"
      tabIndex={0}
      className={styles.link}
      title={title}
      onClick={() => {
        // A click that ends a selection of text must not open it.
        if (getSelection()?.isCollapsed !== false) onOpen();
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Enter') return;
        // The focus may be elsewhere before the key is released, which would act there too.
        event.preventDefault();
        onOpen();
      }}
      onPointerEnter={onLook}
    >
      {children}
    </span>
  );
}
