import type { ContextUse } from '../../shared/contract/provider.ts';
import styles from './AgentPanel.module.css';
import { contextWords, fillOf } from './context-words.ts';
import { contextSize } from './model-list.ts';

/** How much of the model's context the conversation takes: a thin bar, and in words where it is pointed at. */
export function ContextMeter({ context }: { readonly context: ContextUse }) {
  const words = contextWords(context);
  const fill = fillOf(context);
  if (!fill) {
    return (
      <span className={styles.context} title={words}>
        {contextSize(context.tokens)}
        <span className={styles.hidden}> tokens</span>
      </span>
    );
  }
  const { percent, level } = fill;
  return (
    <span className={styles.context} title={words} data-level={level}>
      {level !== 'fine' && <span aria-hidden>{percent} %</span>}
      <meter
        className={styles.meter}
        aria-label="Context"
        aria-valuetext={words}
        max={context.limit}
        value={Math.min(context.tokens, context.limit)}
      />
    </span>
  );
}
