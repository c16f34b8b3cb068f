import type {
  AskedEvent,
  AskedEvents,
  EventOutcomes,
} from '../../../../shared/contract/extension-api/extension-events.ts';
import { HiddenImages } from './hidden-images.ts';
import { isChanged } from './passable.ts';
import { ZiMessages } from './zi-messages.ts';
import { ourInput, ziCalled, ziInput, ziToolName } from './zi-tools.ts';

/** Events that are asked about, in the names that scripts know; `prelude/events.lua` has what may come back. */

/** What the prelude makes of what a handler returned and of the event that it changed, by zi's names. */
export type Said = Readonly<Record<string, unknown>>;

export interface AskedForm<N extends AskedEvent> {
  readonly given: object;
  /** @param given as it was passed: what a script left alone is equal to it */
  outcome(said: Said, given: Said): EventOutcomes[N];
}

export const askedForms: {
  readonly [N in AskedEvent]: (
    event: AskedEvents[N],
    folder: () => Promise<string | undefined>,
  ) => AskedForm<N> | Promise<AskedForm<N>>;
} = {
  input: ({ text, images }) => ({
    given: { text, images, source: 'interactive' },
    outcome: (said, given) =>
      said.action === 'handled' ? { handled: textOf(said.reply) } : changed('text', said.text, given.text),
  }),
  before_agent_start: async ({ prompt, images, instructions, added, tools, skills }, folder) => ({
    given: {
      ...{ prompt, images, system_prompt: instructions },
      system_prompt_options: { selected_tools: tools.map(ziToolName), skills, cwd: await folder() },
    },
    outcome: ({ system_prompt, message }, given) => ({
      ...changed('instructions', system_prompt, given.system_prompt),
      ...(textOf(message) && { added: [added, textOf(message)].filter(Boolean).join('\n\n') }),
    }),
  }),
  context({ messages }) {
    const forms = new ZiMessages(messages);
    return {
      given: { messages: forms.list },
      outcome: ({ messages }) => (messages === undefined ? {} : { messages: forms.ours(messages) }),
    };
  },
  before_provider_request({ model, request }) {
    const images = new HiddenImages();
    return {
      given: { model, payload: images.hideIn(request) },
      outcome({ payload: said }, { payload: given }) {
        if (said === undefined) return {};
        const parts = (value: unknown) => Object.entries(value as object);
        const of = Object.fromEntries(parts(given));
        const others = parts(said).filter(([key, value]) => isChanged(value, of[key]));
        const left = Object.keys(of).filter((key) => !Object.hasOwn(said as object, key));
        if (others.length + left.length === 0) return {};
        const kept = Object.entries(request).filter(([key]) => !left.includes(key));
        const made = Object.fromEntries([
          ...kept,
          ...others.map(([key, value]) => [key, images.showIn(value)] as const),
        ]);
        return { request: made as unknown as typeof request };
      },
    };
  },
  tool_call: ({ callId, name, input }) => ({
    given: { ...ziCalled(callId, name), input: ziInput(name, input) },
    outcome: (said, given) => ({
      ...stopped(said.block, said.reason),
      ...(isChanged(said.input, given.input) && { input: ourInput(name, said.input as typeof input) }),
    }),
  }),
  tool_result: ({ callId, name, input, text, isError, details }) => ({
    given: {
      ...{ ...ziCalled(callId, name), input: ziInput(name, input) },
      ...{ content: [{ type: 'text', text }], details, is_error: isError },
    },
    outcome: (said, given) => ({
      ...changed('text', said.content, text.toWellFormed()),
      ...changed('details', said.details, given.details),
      ...changed('isError', said.is_error, isError),
    }),
  }),
  user_bash: async ({ command, isTold }, folder) => ({
    given: { command, exclude_from_context: !isTold, cwd: await folder() },
    outcome: (said, given) => ({
      ...stopped(said.block, said.reason),
      ...changed('command', said.command, given.command),
      ...(typeof said.result === 'string' && { handled: said.result }),
    }),
  }),
  session_before_switch: ({ threadId }) => ({
    given: { reason: threadId === null ? 'new' : 'resume', target: threadId },
    outcome: (said) => stopped(said.cancel, said.reason),
  }),
  session_before_fork: ({ promptId }) => ({
    given: { entry_id: promptId },
    outcome: (said) => stopped(said.cancel, said.reason),
  }),
};

const longestReason = 1000;

/** @param block true, or the reason itself */
function stopped(block: unknown, reason: unknown): { readonly block?: string } {
  if (block === undefined || block === false) return {};
  const why = [block, reason].find((one) => typeof one === 'string' && one !== '') ?? 'An extension stopped it.';
  return { block: (why as string).slice(0, longestReason) };
}

const changed = <K extends string>(key: K, said: unknown, given: unknown) =>
  (isChanged(said, given) ? { [key]: said } : {}) as { [_ in K]?: never };

const textOf = (said: unknown): string => (typeof said === 'string' ? said : '');
