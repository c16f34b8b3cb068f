import type { ExtensionContext } from '../../../../shared/contract/extension-api/extension-api.ts';
import type { QuestionOptions } from '../../../../shared/contract/extension-api/extension-window.ts';
import { longestAnswer } from '../../../../shared/contract/question.ts';
import type { Answers, ScriptCall } from './script-call.ts';
import { ScriptProgress } from './script-progress.ts';
import { shownBy } from './shown.ts';

/** Of a question, as `ui.lua` has read them. */
interface Options {
  readonly text?: string;
  readonly placeholder?: string;
  readonly value?: string;
  readonly timeout?: number;
}

const titled = (title: unknown, { timeout }: Options, { signal }: ScriptCall): QuestionOptions => ({
  ...{ title: oneLine(title), signal },
  ...(timeout !== undefined && { timeoutMs: timeout }),
});

/** What of `ctx.ui` a script waits for. */
export const uiWaits: Answers<Promise<unknown>> = {
  async 'ctx.ui.confirm'({ window }, [title, options], call) {
    const { text = '' } = options as Options;
    expectShort('ctx.ui.confirm', text, longestText);
    return window.confirm({ ...titled(title, options as Options, call), text });
  },
  /** @returns a number from 1, as items are counted in Lua */
  async 'ctx.ui.select'({ window }, [title, items, options], call) {
    const offered = items as readonly { label: string; description?: string }[];
    const { placeholder } = options as Options;
    const asked = { ...titled(title, options as Options, call), placeholder: oneLine(placeholder) };
    const picked = await window.pick(offered, asked);
    return picked && offered.indexOf(picked) + 1;
  },
  'ctx.ui.input': (context, args, call) => prompt('ctx.ui.input', context, args, call),
  'ctx.ui.editor': (context, args, call) => prompt('ctx.ui.editor', context, args, call),
  async 'ctx.ui.report'({ window }, [title, text, isMarkdown]) {
    expectShort('ctx.ui.report', text as string, longestReport);
    await window.showText({ title: oneLine(title), text: text as string, isMarkdown: isMarkdown === true });
  },
};

async function prompt(
  name: 'ctx.ui.input' | 'ctx.ui.editor',
  { window }: ExtensionContext,
  [title, options]: readonly unknown[],
  call: ScriptCall,
): Promise<unknown> {
  const { placeholder, value = '' } = options as Options;
  expectShort(name, value, longestAnswer);
  const asked = { ...titled(title, options as Options, call), placeholder: oneLine(placeholder), value };
  return window.prompt({ ...asked, isMultiline: name === 'ctx.ui.editor' });
}

let progressCount = 0;

/** What of `ctx.ui` is done at once. */
export const uiActs: Answers<unknown> = {
  'ctx.ui.message'(context, [text, severity]) {
    const { window, log } = context;
    const shown = shownBy(context);
    expectShort('ctx.ui.message', text as string, longestText);
    // Main drops more than that; they would wait in a memory that all scripts share.
    if (shown.messages >= mostMessages) throw new Error(`ctx.ui.message: ${mostMessages} messages wait already`);
    shown.messages += 1;
    window
      .showMessage(severity as 'info' | 'warning' | 'error', text as string)
      .catch((thrown) => log.error(`ctx.ui.message failed: ${thrown}`))
      .finally(() => {
        shown.messages -= 1;
      });
  },
  'ctx.ui.status'(context, [givenId, text]) {
    const { items, latest } = shownBy(context);
    const id = givenId as string;
    if (typeof text === 'string') {
      for (const given of [id, text]) expectShort('ctx.ui.status', given, longestStatus);
      if (items.size >= mostItems && !items.has(id)) throw new Error(`ctx.ui.status: ${mostItems} items are too many`);
      items.set(id, items.get(id));
      latest.put(id, () => items.set(id, context.window.setStatus(id, { text })));
    } else if (items.has(id)) {
      latest.put(id, () => {
        items.get(id)?.dispose();
        items.delete(id);
      });
    }
  },
  /** @returns its number */
  'ctx.ui.progress'(context, [title, isCancellable], call) {
    const { progress, latest } = shownBy(context);
    if (progress.size >= mostProgress) {
      throw new Error(`ctx.ui.progress: ${mostProgress} are too many. End one with done()`);
    }
    progressCount += 1;
    const options = { title: oneLine(title), isCancellable: isCancellable === true };
    const one = new ScriptProgress(call, context.window, options);
    progress.set(progressCount, one);
    latest.put(one, () => one.send());
    return progressCount;
  },
  'progress.report'(context, [id, message, fraction]) {
    const { progress, latest } = shownBy(context);
    const one = progress.get(id as number);
    if (typeof message === 'string') expectShort('progress.report', message, longestStatus);
    one?.report({
      ...(typeof message === 'string' && { message }),
      ...(typeof fraction === 'number' && { fraction }),
    });
    if (one) latest.put(one, () => one.send());
  },
  'progress.cancelled': (context, [id], { signal }) =>
    shownBy(context).progress.get(id as number)?.isCancelled ?? signal.aborted,
  'progress.done': (context, [id]) => endProgress(context, id as number),
};

function endProgress(context: ExtensionContext, id: number): void {
  const { progress, latest } = shownBy(context);
  const one = progress.get(id);
  if (!one) return;
  progress.delete(id);
  latest.drop(one);
  one.end();
}

/** Ends the progress that a call has left. */
export function endProgressOf(context: ExtensionContext, call: ScriptCall): void {
  for (const [id, one] of shownBy(context).progress) if (one.call === call) endProgress(context, id);
}

/** Letters that main takes. */
const longestText = 4000;
const longestStatus = 200;
const longestReport = 1024 * 1024;
/** At once. */
const mostMessages = 100;
const mostItems = 100;
const mostProgress = 100;

const oneLine = (value: unknown): string =>
  (typeof value === 'string' ? value : '').replace(/\s+/g, ' ').slice(0, longestStatus);

function expectShort(name: string, text: string, most: number): void {
  if (text.length > most) throw new Error(`${name} takes a text of ${most} letters at most`);
}
