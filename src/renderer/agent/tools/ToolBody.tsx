import type { ToolUse } from '../../../shared/contract/provider.ts';
import type { ToolEffect, ToolRunView } from '../../../shared/contract/tool.ts';
import { Button } from '../../base/controls/Button.tsx';
import { showReviewOf } from '../changes/review-panel.ts';
import { useReview } from '../changes/use-review.ts';
import { ArgumentFields } from './arguments/ArgumentFields.tsx';
import { Details } from './Details.tsx';
import { EffectView } from './EffectView.tsx';
import { FoldedText } from './FoldedText.tsx';
import { LiveOutput } from './LiveOutput.tsx';
import { plainOutput } from './plain-output.ts';
import { ToolFold } from './ToolFold.tsx';
import styles from './tools.module.css';

export interface ToolBodyProps {
  readonly toolUse: ToolUse;
  readonly run: ToolRunView | undefined;
}

/** Arguments, effect, output and details of a call. */
export function ToolBody({ toolUse: { input, isInputComplete }, run }: ToolBodyProps) {
  const state = run?.state;
  const effect = state && 'effect' in state ? state.effect : undefined;
  const saysItAll = effect !== undefined && effect.type !== 'run' && effect.type !== 'read';
  const fields = <ArgumentFields input={input} isComplete={isInputComplete || run !== undefined} />;
  return (
    <div className={styles.body}>
      {saysItAll && <EffectView effect={effect} />}
      {saysItAll ? <ToolFold title="Arguments">{fields}</ToolFold> : fields}
      {state?.type === 'running' && run?.live && <LiveOutput text={run.live} label="Output so far" />}
      {state?.type === 'done' && <Output text={state.output} effect={effect} />}
      {state?.type === 'done' && state.details !== undefined && (
        <ToolFold title="Details">
          <Details json={state.details} />
        </ToolFold>
      )}
      {state?.type === 'failed' && run?.live && <Output text={run.live} effect={effect} />}
      {state?.type === 'done' && effect?.type === 'change' && !state.isError && <ReviewLink effect={effect} />}
    </div>
  );
}

interface OutputProps {
  readonly text: string;
  readonly effect: ToolEffect | undefined;
}

function Output({ text, effect }: OutputProps) {
  if (text === '') return <p className={styles.quiet}>No output.</p>;
  return (
    <FoldedText text={plainOutput(text)} language="output" shows={effect?.type === 'command' ? 'end' : 'beginning'} />
  );
}

/** Links to the change in the review, while that is open. */
function ReviewLink({ effect }: { readonly effect: Extract<ToolEffect, { type: 'change' }> }) {
  const review = useReview();
  const paths = effect.changes.map(({ path, to }) => to ?? path);
  const isOf = (path: string) => paths.some((each) => path === each || path.endsWith(`/${each}`));
  const file = review?.files.find(({ path }) => isOf(path.replaceAll('\\', '/')));
  if (!file) return null;
  return <Button onClick={() => showReviewOf(file.path)}>Review</Button>;
}
