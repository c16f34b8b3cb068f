import type { MentionTarget } from '../../../shared/links/mention.ts';
import { describeLink } from '../markdown/describe-link.ts';

/** What a mention names, in words: the path relative to the project with its lines, or the address. */
export function describeMention(target: MentionTarget, root: string | undefined): string {
  switch (target.kind) {
    case 'tabs':
      return 'The files that are open when you send';
    case 'diagnostics':
      return 'Problems in the open files when you send';
    default:
      return describeLink(target, root, undefined);
  }
}

/** What an icon stands for. */
export type MentionKind = MentionTarget['kind'] | 'selection';
