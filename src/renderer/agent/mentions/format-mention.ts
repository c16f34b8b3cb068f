import type { MentionTarget } from '../../../shared/links/mention.ts';
import { describeLink } from '../markdown/describe-link.ts';

/** What a mention names, in words: the path relative to the project with its lines, or the address. */
export function describeMention(target: MentionTarget, root: string | undefined): string {
  switch (target.kind) {
    case 'tabs':
      return 'The files that are open when the message is sent';
    case 'diagnostics':
      return 'What is wrong in the open files when the message is sent';
    default:
      return describeLink(target, root, undefined);
  }
}

/** What an icon stands for. */
export type MentionKind = MentionTarget['kind'] | 'selection';
