import type { ShellRunView } from '../contract/shell-run.ts';
import type { CommandReplyView, ThreadView, UnpromptedAnswer } from '../contract/thread-view.ts';

/** What stands below a turn, and is of no answer to its prompt. */
export type Aside =
  | { readonly type: 'reply'; readonly of: CommandReplyView }
  | { readonly type: 'shell-run'; readonly of: ShellRunView }
  | { readonly type: 'unprompted'; readonly of: UnpromptedAnswer };

type Beside = Pick<ThreadView, 'replies' | 'shellRuns' | 'unprompted'>;

/** In the order in which they came. */
export const asidesOf = ({ replies, shellRuns, unprompted }: Beside): Aside[] =>
  [
    ...replies.map((of): Aside => ({ type: 'reply', of })),
    ...shellRuns.map((of): Aside => ({ type: 'shell-run', of })),
    ...unprompted.map((of): Aside => ({ type: 'unprompted', of })),
  ].sort((one, other) => timeOf(one) - timeOf(other));

const timeOf = (aside: Aside): number => (aside.type === 'unprompted' ? aside.of.startedAt : aside.of.at);

/** @param promptId null: before the first turn */
export const asidesAfter = (view: Beside, promptId: string | null): Aside[] =>
  asidesOf(view).filter(({ of }) => of.afterPromptId === promptId);
