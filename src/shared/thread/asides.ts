import type { ShellRunView } from '../contract/shell-run.ts';
import type { CommandReplyView, ThreadView } from '../contract/thread-view.ts';

/** What stands below a turn, and is of no answer. */
export type Aside =
  | { readonly type: 'reply'; readonly of: CommandReplyView }
  | { readonly type: 'shell-run'; readonly of: ShellRunView };

type Beside = Pick<ThreadView, 'replies' | 'shellRuns'>;

/** In the order in which they came. */
export const asidesOf = ({ replies, shellRuns }: Beside): Aside[] =>
  [
    ...replies.map((of): Aside => ({ type: 'reply', of })),
    ...shellRuns.map((of): Aside => ({ type: 'shell-run', of })),
  ].sort((one, other) => one.of.at - other.of.at);

/** @param promptId null: before the first turn */
export const asidesAfter = (view: Beside, promptId: string | null): Aside[] =>
  asidesOf(view).filter(({ of }) => of.afterPromptId === promptId);
