import type {
  EventMessage,
  FollowedEvent,
  FollowedEvents,
} from '../../../../shared/contract/extension-api/extension-events.ts';
import type { ThreadCall } from '../../../../shared/contract/extension-api/extension-threads.ts';
import { entryOf } from '../calls/session-calls.ts';
import { parsed, passable } from './passable.ts';
import { ziCalled, ziInput } from './zi-tools.ts';

/** What each event is for scripts; of several forms a handler is called with each. */
const forms: { readonly [N in FollowedEvent]: (event: FollowedEvents[N]) => object | object[] } = {
  session_start: (event) => event,
  model_select: ({ model, previous }) => ({ model, previous_model: previous }),
  agent_start: ({ promptId, answerId, model }) => ({ prompt_id: promptId, entry_id: answerId, model }),
  agent_end: ({ answerId, answer }) => ({ entry_id: answerId, messages: answer ? [entryOf(answer)] : [] }),
  turn_start: ({ answerId, turn }) => ({ entry_id: answerId, turn_index: turn }),
  turn_end: ({ answerId, turn, message, calls }) => ({
    ...{ entry_id: answerId, turn_index: turn, message: ziMessage(message) },
    tool_results: calls.map((call) => ({
      role: 'toolResult',
      ...ziCall(call),
      ...ziOutput(call),
      is_error: call.isError,
    })),
  }),
  message_start: ({ message }) => ({ message: ziMessage(message) }),
  message_update({ message, delta }) {
    const of = (type: 'thinking' | 'text') => ({
      message: ziMessage(message),
      assistant_message_event: { type: `${type}_delta`, delta: delta[type] },
    });
    return (['thinking', 'text'] as const).filter((type) => delta[type] !== '').map(of);
  },
  message_end: ({ message }) => ({ message: ziMessage(message) }),
  tool_execution_start: ({ call }) => ziCall(call),
  tool_execution_update: ({ call }) => ({ ...ziCall(call), partial_result: ziOutput(call) }),
  tool_execution_end: ({ call }) => ({ ...ziCall(call), result: ziOutput(call), is_error: call.isError }),
};

/** An event that is told, in the names that scripts know: handlers are called with each of these. */
export const followedForms = <N extends FollowedEvent>(name: N, event: FollowedEvents[N]): object[] =>
  [forms[name](event)].flat().map((form) => passable({ ...form, type: name }) as object);

function ziMessage({ id, role, text, thinking, model }: EventMessage) {
  const thought = thinking === '' ? [] : [{ type: 'thinking', thinking }];
  return { role, content: [...thought, ...(text === '' ? [] : [{ type: 'text', text }])], entry_id: id, model };
}

function ziCall({ id, name, input }: ThreadCall) {
  const args = parsed(input);
  const isTable = typeof args === 'object' && args !== null && !Array.isArray(args);
  return { ...ziCalled(id, name), args: isTable ? ziInput(name, args as Record<string, unknown>) : args };
}

const ziOutput = ({ output = '', details }: ThreadCall) => ({
  content: [{ type: 'text', text: output }],
  ...(details !== undefined && { details: parsed(details) }),
});
