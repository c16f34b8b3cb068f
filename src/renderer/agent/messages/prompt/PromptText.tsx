import { type ReactNode, useContext } from 'react';
import { findMentions, type Mention, type MentionTarget } from '../../../../shared/links/mention.ts';
import { describeLink } from '../../markdown/describe-link.ts';
import { InlineLink } from '../../markdown/Link.tsx';
import { LinkContext } from '../../markdown/link-environment.ts';
import { MentionIcon } from '../../mentions/MentionIcon.tsx';
import { shownName } from '../../mentions/mention-name.ts';
import styles from '../message.module.css';
import { openTarget } from '../open-target.ts';

/** The text of a prompt as typed, with its mentions as links. */
export function PromptText({ text }: { readonly text: string }) {
  const environment = useContext(LinkContext);
  const mentions = environment ? findMentions(text, environment.platform) : [];
  let end = 0;
  const drawn: ReactNode[] = [];
  for (const mention of mentions) {
    drawn.push(text.slice(end, mention.from), <MentionLink key={mention.from} mention={mention} />);
    end = mention.to;
  }
  return (
    <p className={styles.promptText}>
      {drawn}
      {text.slice(end)}
    </p>
  );
}

function MentionLink({ mention }: { readonly mention: Mention }) {
  const { target } = mention;
  const environment = useContext(LinkContext);
  const open = environment && openTarget(target, mention.label, environment);
  const name = (
    <>
      <span className={styles.mentionIcon}>
        <MentionIcon kind={target.kind} name={target.kind === 'file' ? target.path : ''} size={12} />
      </span>
      <span className={styles.hiddenAt}>@</span>
      {shownName(mention, environment?.root)}
    </>
  );
  const title = titleOf(target, environment?.root);
  return (
    <span className={styles.mention}>
      {open ? (
        <InlineLink title={title} onOpen={open}>
          {name}
        </InlineLink>
      ) : (
        <span title={title}>{name}</span>
      )}
    </span>
  );
}

export function titleOf(target: MentionTarget, root: string | undefined): string {
  if (target.kind === 'tabs') return 'The files that were open';
  if (target.kind === 'diagnostics') return 'Problems in the open files';
  return describeLink(target, root, undefined);
}
