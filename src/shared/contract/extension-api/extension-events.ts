import type { CompletionRequest, RequestMessage } from '../provider.ts';
import type { Disposable } from './disposable.ts';
import type { ExtensionThread, ThreadCall, ThreadItem } from './extension-threads.ts';

/** What goes on in threads, for extensions that follow it and for those that have a say in it. */
export interface ExtensionEvents {
  /**
   * Follows what goes on, as `[events.<name>]` of the manifest declares. Events come in order, one after another: the
   * next one waits for what `follow` returns, ten seconds at most. Updates that come meanwhile are joined. The person
   * is asked before the first event that tells what was said.
   * @throws if the manifest declares no such event
   */
  on<N extends FollowedEvent>(name: N, follow: (event: FollowedEvents[N], at: EventPlace) => unknown): Disposable;
  /**
   * Has a say before something happens, as `[events.<name>]` of the manifest declares. Extensions have it in their
   * order, the functions of one in that of `on`; each is given what those before it have made of the event. It has five
   * seconds, in which waiting for the person, a program or a model does not count. One that fails or takes too long is
   * told to the person, and passed over. The person is asked before the first event that tells what was said.
   * @param say returns the parts of the event that are to be others, and what stops it; nothing: it stays as it is
   * @throws if the manifest declares no such event
   */
  on<N extends AskedEvent>(
    name: N,
    say: (
      event: AskedEvents[N],
      at: EventPlace,
    ) => EventOutcomes[N] | undefined | Promise<EventOutcomes[N] | undefined>,
  ): Disposable;
}

export interface EventPlace {
  readonly thread: ExtensionThread;
  /** Aborts when nobody waits for it any more: the person stopped it, or its time is over. */
  readonly signal: AbortSignal;
}

/** A prompt, or what a model says in one turn: up to the results of its calls, or to the end of its answer. */
export interface EventMessage {
  /** That of the prompt or the answer, as in `ThreadItem`. */
  readonly id: string;
  readonly role: 'user' | 'assistant';
  /** So far; of more than 100,000 characters the last ones. */
  readonly text: string;
  readonly thinking: string;
  /** Of an answer. */
  readonly model?: string;
}

/** Text that came since the last `message_update`. */
export interface MessageDelta {
  readonly text: string;
  readonly thinking: string;
}

/** Events that are told when they have happened. */
export interface FollowedEvents {
  /** The panel shows this thread: since the app, the extension or the thread began, or another was shown before. */
  session_start: { readonly reason: 'start' | 'new' | 'resume' };
  /** `{extension}:{provider}/{model}`. */
  model_select: { readonly model: string; readonly previous: string | null };
  /** A prompt is being answered. */
  agent_start: { readonly promptId: string; readonly answerId: string; readonly model: string };
  /** `answer` is as `thread.items()` has it; null: the thread is gone. */
  agent_end: { readonly answerId: string; readonly answer: ThreadItem | null };
  /** A model is asked; again after the results of its calls. Turns of an answer count from 0. */
  turn_start: { readonly answerId: string; readonly turn: number };
  turn_end: {
    readonly answerId: string;
    readonly turn: number;
    readonly message: EventMessage;
    readonly calls: readonly ThreadCall[];
  };
  message_start: { readonly message: EventMessage };
  message_update: { readonly message: EventMessage; readonly delta: MessageDelta };
  message_end: { readonly message: EventMessage };
  /** A call of a tool runs; the person has allowed it, or is asked for each of its effects. */
  tool_execution_start: { readonly answerId: string; readonly call: ThreadCall };
  /** `call.output` is what it has said so far. */
  tool_execution_update: { readonly answerId: string; readonly call: ThreadCall };
  /** Also of a call that never ran. */
  tool_execution_end: { readonly answerId: string; readonly call: ThreadCall };
}

/** Events that are asked about before they happen. */
export interface AskedEvents {
  /** What a person wrote, before it is a prompt. */
  input: { readonly text: string; readonly images: number };
  /** A prompt, before the first request. `instructions` are what models are told before what is said; `added` follows the prompt. */
  before_agent_start: {
    readonly prompt: string;
    readonly images: number;
    readonly instructions: string;
    readonly added: string;
    /** Names of the tools that the model is offered. */
    readonly tools: readonly string[];
    /** Names of the skills that it is told of. */
    readonly skills: readonly string[];
  };
  /** The messages of each request; the thread keeps its own. */
  context: { readonly messages: readonly RequestMessage[] };
  /** Each request as it is sent, after `context`. */
  before_provider_request: { readonly model: string; readonly request: CompletionRequest };
  /** A call before it is judged by the rules of the person, and before they are asked. */
  tool_call: { readonly callId: string; readonly name: string; readonly input: Readonly<Record<string, unknown>> };
  /** What a tool answered, before the model and the thread get it. */
  tool_result: {
    readonly callId: string;
    readonly name: string;
    readonly input: Readonly<Record<string, unknown>>;
    readonly text: string;
    readonly isError: boolean;
    /** For the person. */
    readonly details: unknown;
  };
  /** A command that the person typed after “!”, or “!!”, which models are not told. */
  user_bash: { readonly command: string; readonly isTold: boolean };
  /** Another thread is to be shown; null: a new one. */
  session_before_switch: { readonly threadId: string | null };
  /** A prompt is to get another version, from which the thread goes on. */
  session_before_fork: { readonly promptId: string };
}

/** What each may be answered with. A key that is absent stays as it is; `block` and `handled` stop the event, and nobody after that is asked. */
export interface EventOutcomes {
  input: {
    readonly text?: string;
    /** It is no prompt: the extension has done what was asked. The thread keeps the text, and this as the reply to it. */
    readonly handled?: string;
  };
  before_agent_start: { readonly instructions?: string; readonly added?: string };
  context: { readonly messages?: readonly RequestMessage[] };
  before_provider_request: { readonly request?: CompletionRequest };
  tool_call: {
    readonly input?: Readonly<Record<string, unknown>>;
    /** It is not run, and this is why. */
    readonly block?: string;
  };
  tool_result: { readonly text?: string; readonly isError?: boolean; readonly details?: unknown };
  user_bash: {
    readonly command?: string;
    readonly block?: string;
    /** It is not run: the extension has done it, with this output. */
    readonly handled?: string;
  };
  session_before_switch: { readonly block?: string };
  session_before_fork: { readonly block?: string };
}

export type FollowedEvent = keyof FollowedEvents;
export type AskedEvent = keyof AskedEvents;
