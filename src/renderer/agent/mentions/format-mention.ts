import type { MentionTarget } from '../../../shared/links/mention.ts';
import { describeLink } from '../markdown/describe-link.ts';

/** The target of a mention in words: the path relative to the project with its lines, or the address. */
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

/** Kinds of mentions with an icon. */
export type MentionKind = MentionTarget['kind'] | 'selection';
