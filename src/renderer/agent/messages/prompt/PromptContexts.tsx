import { Puzzle, TriangleAlert } from 'lucide-react';
import { useContext } from 'react';
import type { PromptContext } from '../../../../shared/contract/thread.ts';
import type { PathPlatform } from '../../../../shared/links/link-target.ts';
import type { MentionTarget } from '../../../../shared/links/mention.ts';
import { parseLink } from '../../../../shared/links/parse-link.ts';
import { visibleName } from '../../../../shared/visible-text.ts';
import { LinkContext } from '../../markdown/link-environment.ts';
import { MentionIcon } from '../../mentions/MentionIcon.tsx';
import { shownName } from '../../mentions/mention-name.ts';
import styles from '../message.module.css';
import { openTarget } from '../open-target.ts';
import { titleOf } from './PromptText.tsx';

/** What was sent with a prompt: its mentions and what extensions added, with the size of each, or why it was not sent. */
export function PromptContexts({ contexts }: { readonly contexts: readonly PromptContext[] }) {
  const environment = useContext(LinkContext);
  return (
    <ul className={styles.contexts} aria-label="Sent with this message">
      {contexts.map((context, index) => {
        const target = targetOf(context, environment?.platform ?? 'posix');
        const open = environment && target ? openTarget(target, context.label, environment) : undefined;
        const said = context.problem ?? sizeOf(context.text);
        const name = target
          ? shownName({ label: context.label, target }, environment?.root)
          : visibleName(context.label);
        const title = `${target ? titleOf(target, environment?.root) : visibleName(context.label)}\n${said}`;
        const shown = (
          <>
            {context.problem === undefined ? (
              <ContextIcon context={context} />
            ) : (
              <TriangleAlert size={14} aria-hidden />
            )}
            <span className={styles.contextName}>{name}</span>
            <span className={styles.contextSize}>{context.problem === undefined ? said : 'not sent'}</span>
          </>
        );
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: what was sent stays as it is
          <li key={index} data-problem={context.problem === undefined ? undefined : true}>
            {open ? (
              <button
                type="button"
                className={styles.context}
                data-problem={context.problem === undefined ? undefined : true}
                title={title}
                onClick={open}
              >
                {shown}
              </button>
            ) : (
              <span
                className={styles.context}
                data-problem={context.problem === undefined ? undefined : true}
                title={title}
              >
                {shown}
              </span>
            )}
            {context.problem !== undefined && <p className={styles.contextProblem}>{context.problem}</p>}
          </li>
        );
      })}
    </ul>
  );
}

function ContextIcon({ context: { kind, label } }: { readonly context: PromptContext }) {
  if (kind === 'extension') return <Puzzle size={14} aria-hidden />;
  return <MentionIcon kind={kind === 'page' ? 'web' : kind} name={label} size={14} />;
}

function targetOf({ kind, href, label }: PromptContext, platform: PathPlatform): MentionTarget | null {
  if (kind === 'extension') return null;
  if (kind === 'tabs' || kind === 'diagnostics') return { kind };
  return parseLink(href, { platform, label: `@${label}` });
}

const count = new Intl.NumberFormat('en', { maximumFractionDigits: 1 });

/** Number of lines and size, with 1 kB as 1000 characters. */
export function sizeOf(text: string): string {
  const lines = text === '' ? 0 : text.replace(/\n$/, '').split('\n').length;
  const size = text.length < 1000 ? `${text.length} B` : `${count.format(text.length / 1000)} kB`;
  return `${count.format(lines)} ${lines === 1 ? 'line' : 'lines'}, ${size}`;
}
