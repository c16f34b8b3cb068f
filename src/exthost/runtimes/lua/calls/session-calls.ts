import type { ExtensionContext } from '../../../../shared/contract/extension-api/extension-api.ts';
import type { ModelQuestion } from '../../../../shared/contract/extension-api/extension-models.ts';
import type { ExtensionThread, ThreadItem } from '../../../../shared/contract/extension-api/extension-threads.ts';
import { LinkedController } from '../../../../shared/linked-controller.ts';
import type { Answers, ScriptCall } from './script-call.ts';

/** What of threads and models a script waits for, by what it calls. */
export const sessionWaits: Answers<Promise<unknown>> = {
  'ctx.session.info': inThread(async (thread) => {
    const { title: name, folder, startedAt, at, ...info } = await thread.info();
    return { ...info, name, cwd: folder, started_at: startedAt, updated_at: at };
  }),
  'ctx.session.set_name': inThread((thread, [name]) => thread.rename(name as string)),
  'ctx.session.messages': inThread(async (thread, [which]) => (await thread.items(which as Which)).map(entryOf)),
  'ctx.session.entries': inThread(async (thread, [which]) =>
    (await thread.items({ ...(which as Which), all: true })).map(entryOf),
  ),
  'ctx.session.notes': inThread(async (thread) =>
    (await thread.items({ limit: most })).flatMap(({ id, note: text }) => (text === undefined ? [] : [{ id, text }])),
  ),
  'ctx.session.labels': inThread(async (thread) =>
    (await thread.items({ limit: most })).flatMap(({ id, labels }) => (labels === undefined ? [] : [{ id, labels }])),
  ),
  'ctx.session.add_note': inThread(async (thread, [text, id]) =>
    thread.addNote(await messageOf(thread, id), text as string),
  ),
  'ctx.session.add_label': inThread(async (thread, [label, id]) =>
    thread.label(await messageOf(thread, id), { add: [label as string] }),
  ),
  'ctx.session.remove_label': inThread(async (thread, [label, id]) =>
    thread.label(await messageOf(thread, id), { remove: [label as string] }),
  ),
  'ctx.is_idle': inThread(async (thread) => !(await thread.state()).isAnswering),
  'ctx.abort': inThread((thread) => thread.stop()),
  'ctx.get_context_usage': inThread(async (thread) => {
    const { context: use } = await thread.state();
    if (use === null) return null;
    const { tokens, limit, source } = use;
    return { tokens, source, ...(limit > 0 && { context_window: limit, percent: (100 * tokens) / limit }) };
  }),
  'ctx.get_system_prompt': inThread((thread) => thread.instructions()),
  async 'ctx.models.list'({ languageModels }) {
    const models = await languageModels.list();
    return models.map(({ ref, name, provider, maxTokenCount, maxOutputTokens, capabilities, isChosen, isReady }) => ({
      id: ref,
      name,
      provider,
      context_window: maxTokenCount,
      max_tokens: maxOutputTokens,
      supports_images: capabilities.supportsImages,
      supports_tools: capabilities.supportsTools,
      supports_thinking: capabilities.supportsThinking,
      is_current: isChosen,
      is_ready: isReady,
    }));
  },
  async 'ctx.ai.complete'({ languageModels }, [given], call) {
    const { prompt, messages, system, model, max_tokens, temperature, timeout } = given as Question;
    const signal = new LinkedController([call.signal], typeof timeout === 'number' ? timeout : undefined);
    try {
      const question = {
        ...{ model, system, temperature, maxTokens: max_tokens },
        messages: messages?.map(messageText) ?? [{ role: 'user', text: prompt }],
      } as ModelQuestion;
      const answer = await languageModels.complete(question, { signal: signal.signal });
      const { inputTokens: input, outputTokens: output } = answer.usage;
      return { text: answer.text, model: answer.model, stop_reason: answer.stopReason, usage: { input, output } };
    } finally {
      signal.end();
    }
  },
};

type Which = { readonly limit: number; readonly before?: string };
/** As many as main gives. */
const most = 500;

/** As a script gives it; main checks it. */
interface Question {
  readonly prompt?: unknown;
  readonly messages?: readonly { readonly role?: unknown; readonly text?: unknown; readonly content?: unknown }[];
  readonly system?: unknown;
  readonly model?: unknown;
  readonly max_tokens?: unknown;
  readonly temperature?: unknown;
  readonly timeout?: unknown;
}

const messageText = ({ role, text, content }: NonNullable<Question['messages']>[number]) => ({
  role,
  text: text ?? content,
});

/** Asks in the thread of a call. */
function inThread(ask: (thread: ExtensionThread, args: readonly unknown[]) => Promise<unknown>) {
  return async (context: ExtensionContext, args: readonly unknown[], call: ScriptCall) =>
    ask(await threadOf(context, call), args);
}

const shown = new WeakMap<ScriptCall, Promise<ExtensionThread>>();

/** The thread that a call is a part of; else the one that the panel showed when the call first asked. */
export function threadOf({ threads }: ExtensionContext, call: ScriptCall): Promise<ExtensionThread> {
  const known = shown.get(call) ?? (call.thread ? Promise.resolve(call.thread) : threads.shown());
  shown.set(call, known);
  return known;
}

async function messageOf(thread: ExtensionThread, id: unknown): Promise<string> {
  if (typeof id === 'string') return id;
  const [last] = await thread.items({ limit: 1 });
  if (last) return last.id;
  throw new Error('nothing was said in this session yet');
}

const roles = { prompt: 'user', answer: 'assistant' } as const;

/** An item in the names that scripts know it by. */
export function entryOf(item: ThreadItem) {
  const { isCut, ...its } = item;
  const more = isCut ? { is_cut: true } : {};
  switch (its.type) {
    case 'prompt':
      return { ...its, ...more, type: 'message', role: roles.prompt };
    case 'answer': {
      const { calls, end, ...said } = its;
      const tool_calls = calls.map(({ isError, details, ...call }) => ({
        ...{ ...call, is_error: isError },
        ...(details !== undefined && { details: JSON.parse(details) as unknown }),
      }));
      return { ...said, ...more, type: 'message', role: roles.answer, tool_calls, stop_reason: end };
    }
    case 'reply': {
      const { extensionName, ...reply } = its;
      return { ...reply, ...more, extension: extensionName };
    }
    case 'command': {
      const { isTold, exitCode, ...ran } = its;
      return { ...ran, ...more, is_told: isTold, ...(exitCode !== null && { exit_code: exitCode }) };
    }
    case 'summary':
      return { ...its, ...more };
  }
}
