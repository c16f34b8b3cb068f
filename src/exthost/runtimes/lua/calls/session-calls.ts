import type { ExtensionContext } from '../../../../shared/contract/extension-api/extension-api.ts';
import type { ModelQuestion } from '../../../../shared/contract/extension-api/extension-models.ts';
import type { ExtensionThread, ThreadItem } from '../../../../shared/contract/extension-api/extension-threads.ts';
import { LinkedController } from '../../../../shared/linked-controller.ts';
import type { Answers, ScriptCall } from './script-call.ts';

/** What of threads and models a script waits for, by what it calls. */
export const sessionWaits: Answers<Promise<unknown>> = {
  async 'ctx.session.info'(context, _args, call) {
    const { title: name, folder, startedAt, at, ...info } = await (await threadOf(context, call)).info();
    return { ...info, name, cwd: folder, started_at: startedAt, updated_at: at };
  },
  async 'ctx.session.set_name'(context, [name], call) {
    await (await threadOf(context, call)).rename(name as string);
  },
  async 'ctx.session.messages'(context, [which], call) {
    const items = await (await threadOf(context, call)).items(which as Which);
    return items.map(entryOf);
  },
  async 'ctx.session.entries'(context, [which], call) {
    const items = await (await threadOf(context, call)).items({ ...(which as Which), all: true });
    return items.map(entryOf);
  },
  async 'ctx.session.notes'(context, _args, call) {
    const items = await (await threadOf(context, call)).items({ limit: most });
    return items.flatMap(({ id, note }) => (note === undefined ? [] : [{ id, text: note }]));
  },
  async 'ctx.session.labels'(context, _args, call) {
    const items = await (await threadOf(context, call)).items({ limit: most });
    return items.flatMap(({ id, labels }) => (labels === undefined ? [] : [{ id, labels }]));
  },
  async 'ctx.session.add_note'(context, [text, id], call) {
    const thread = await threadOf(context, call);
    await thread.addNote(await messageOf(thread, id), text as string);
  },
  async 'ctx.session.add_label'(context, [label, id], call) {
    const thread = await threadOf(context, call);
    await thread.label(await messageOf(thread, id), { add: [label as string] });
  },
  async 'ctx.session.remove_label'(context, [label, id], call) {
    const thread = await threadOf(context, call);
    await thread.label(await messageOf(thread, id), { remove: [label as string] });
  },
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
  'ctx.is_idle': async (context, _args, call) => !(await (await threadOf(context, call)).state()).isAnswering,
  async 'ctx.abort'(context, _args, call) {
    await (await threadOf(context, call)).stop();
  },
  async 'ctx.get_context_usage'(context, _args, call) {
    const { context: use } = await (await threadOf(context, call)).state();
    if (use === null) return null;
    const { tokens, limit, source } = use;
    return { tokens, source, ...(limit > 0 && { context_window: limit, percent: (100 * tokens) / limit }) };
  },
  'ctx.get_system_prompt': async (context, _args, call) => (await threadOf(context, call)).instructions(),
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

const shown = new WeakMap<ScriptCall, Promise<ExtensionThread>>();

/** The thread that a call is a part of; else the one that the panel showed when the call first asked. */
function threadOf({ threads }: ExtensionContext, call: ScriptCall): Promise<ExtensionThread> {
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
function entryOf(item: ThreadItem) {
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
    case 'summary':
      return { ...its, ...more };
  }
}
