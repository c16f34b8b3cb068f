import { FailureError } from '../../../shared/contract/errors.ts';
import type { AskedEvent, AskedEvents } from '../../../shared/contract/extension-api/extension-events.ts';
import type { CompletionRequest } from '../../../shared/contract/provider.ts';
import { toolOutputSchema } from '../../../shared/contract/tool.ts';
import { cutOutput } from '../../tools/cut-output.ts';
import type { RanCall, ToolCalls } from '../../tools/run-tool-call.ts';
import type { OpenThread } from '../threads/open-thread.ts';
import { type AnsweredEvent, namesOf, type ThreadEvents } from './thread-events.ts';

/** Asks about one thread, which shows whom it waits for. */
export type AskEvent = <N extends AskedEvent>(
  name: N,
  event: AskedEvents[N],
  signal: AbortSignal,
) => Promise<AnsweredEvent<N>>;

/** @param waits called when it takes a while */
export const askIn =
  (events: ThreadEvents, thread: OpenThread, waits: () => void = () => {}): AskEvent =>
  (name, event, signal) =>
    events.ask(name, thread.id, event, signal, (extensionName) => {
      if (extensionName !== null) waits();
      thread.setActivity(extensionName === null ? null : { type: 'extension', name: extensionName, since: Date.now() });
    });

/** Where extensions have a say in a turn. */
export interface TurnEvents {
  /** The messages of a request. */
  context(request: CompletionRequest): Promise<CompletionRequest>;
  /** A request as it is sent. */
  request(request: CompletionRequest): Promise<CompletionRequest>;
  /** Calls of tools, and what comes of them. */
  readonly run: ToolCalls['run'];
}

/** Bytes of the note that an output was cut. */
const noteSize = 200;

export function createTurnEvents({
  events,
  ask,
  run,
  model,
  maxOutput,
  signal,
}: {
  readonly events: Pick<ThreadEvents, 'isHeard'>;
  readonly ask: AskEvent;
  readonly run: ToolCalls['run'];
  /** A model reference. */
  readonly model: string;
  /** Bytes of an output that the model and the thread get. */
  readonly maxOutput: number;
  readonly signal: AbortSignal;
}): TurnEvents {
  return {
    async context(request) {
      if (!events.isHeard('context')) return request;
      const { event } = await ask('context', { messages: request.messages }, signal);
      return { ...request, messages: [...event.messages] };
    },
    async request(request) {
      if (!events.isHeard('before_provider_request')) return request;
      const { event } = await ask('before_provider_request', { model, request }, signal);
      return event.request;
    },
    async run(call, told, ended) {
      const { toolUseId: callId, name } = call;
      const input = events.isHeard('tool_call') ? await judged() : call.input;
      const ran = await run({ ...call, input }, told, ended);
      return events.isHeard('tool_result') ? answered(ran) : ran;

      async function judged() {
        const asked = { callId, name, input: call.input };
        const answered = await ask('tool_call', asked, ended);
        const { block, input: changed } = answered.outcome;
        const by = namesOf(answered);
        if (block !== undefined) {
          throw new FailureError({ code: 'tool-denied', message: `${by.at(-1)} stopped it: ${block}` });
        }
        if (changed === undefined) return call.input;
        // What the person sees is what runs.
        const json = JSON.stringify(changed);
        told.changed?.({ by, input: json });
        return JSON.parse(json) as typeof call.input;
      }

      async function answered({ answer, effect }: RanCall): Promise<RanCall> {
        const read = toolOutputSchema.safeParse(answer);
        // What is no output is told of where it is read.
        if (!read.success) return { answer, effect };
        const said = typeof read.data === 'string' ? { text: read.data, isError: false } : read.data;
        const { isError, details } = { details: undefined, ...said };
        // The rest nobody gets.
        const text = cutOutput(said.text, maxOutput - noteSize);
        const asked = { callId, name, input, text, isError, details };
        const given = await ask('tool_result', asked, ended);
        const { event, outcome } = given;
        if (given.by.length > 0) told.changed?.({ by: namesOf(given) });
        const left = { text: outcome.text ?? said.text, isError: event.isError, details: event.details };
        return { answer: left, effect };
      }
    },
  };
}
