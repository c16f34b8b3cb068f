import { FileText, FileX } from 'lucide-react';
import { type ReactNode, useContext } from 'react';
import { parseLink } from '../../../shared/links/parse-link.ts';
import { openTarget } from '../messages/open-target.ts';
import { describeLink } from './describe-link.ts';
import { LinkContext } from './link-environment.ts';
import styles from './markdown.module.css';
import { usePathState } from './use-path-state.ts';

export interface LinkProps {
  readonly href: string;
  /** The text of the link as it was written. */
  readonly label: string;
  readonly children: ReactNode;
}

/** A link in an answer. Within it nothing else is one. */
export const Link = ({ children, ...rest }: LinkProps) => (
  <LinkTo {...rest}>
    <LinkContext value={null}>{children}</LinkContext>
  </LinkTo>
);

/** It never navigates: it asks the app to open a file or an address, or it is inert text. */
function LinkTo({ href, label, children }: LinkProps) {
  const environment = useContext(LinkContext);
  const target = environment && parseLink(href, { platform: environment.platform, label });
  if (!environment || !target) return <span title={href}>{children}</span>;
  switch (target.kind) {
    case 'file':
    case 'symbol':
      return <FileLink target={target}>{children}</FileLink>;
    case 'web':
      return (
        <InlineLink
          title={describeLink(target, undefined, undefined)}
          onOpen={() => environment.openAddress(target.url)}
        >
          {children}
        </InlineLink>
      );
    case 'directory':
    case 'thread': {
      const title = describeLink(target, environment.root, undefined);
      const open = openTarget(target, environment);
      if (!open) return <span title={title}>{children}</span>;
      return (
        <InlineLink title={title} onOpen={open}>
          {children}
        </InlineLink>
      );
    }
  }
}

type FileTarget = Extract<NonNullable<ReturnType<typeof parseLink>>, { kind: 'file' | 'symbol' }>;

function FileLink({ target, children }: { readonly target: FileTarget; readonly children: ReactNode }) {
  const environment = useContext(LinkContext);
  const { path } = target;
  const [state, look] = usePathState(path);

  if (!environment) return children;
  const title = describeLink(target, environment.root, state);
  if (state === 'missing' || state === 'directory') {
    return (
      // The pointer looks again: the file may exist by now.
      <span className={styles.dead} title={title} onPointerEnter={look}>
        <FileX size={14} className={styles.linkIcon} aria-hidden />
        {children}
      </span>
    );
  }
  return (
    <InlineLink title={title} onOpen={() => environment.openFile(path, target)} onLook={look}>
      <FileText size={14} className={styles.linkIcon} aria-hidden />
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

export function InlineLink({ title, children, onOpen, onLook }: InlineLinkProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: an anchor with an address would navigate the window
    <button type="button" role="link" className={styles.link} title={title} onClick={onOpen} onPointerEnter={onLook}>
      {children}
    </button>
  );
}
