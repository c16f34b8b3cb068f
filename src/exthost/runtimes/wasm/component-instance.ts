import { type Answer, createAnswerMemory, writeAnswer } from './answer-memory.ts';
import type { CompiledModules } from './compile-modules.ts';
import { ComponentEnded, ComponentRefusal } from './component-errors.ts';
import type { FromComponent, LentResource, ToComponent } from './component-messages.ts';
import type { ComponentThread, MakeThread } from './component-thread.ts';
import { OpenResponses } from './imports/open-responses.ts';
import { RunningClock } from './limits/running-clock.ts';

/** Milliseconds and bytes. */
export interface InstanceLimits {
  /** Until the thread has loaded the glue. */
  readonly startMs: number;
  /** Running time of one call, without what it waits for. */
  readonly runMs: number;
  /** From a stop until the thread is ended. */
  readonly graceMs: number;
  readonly memoryBytes: number;
  /** Of an event, a result, or what an import is given. */
  readonly messageBytes: number;
  /** Of what an import returns. */
  readonly answerBytes: number;
}

export interface CallGiven {
  /** Stops the call: what it waits for, or asks for later, is answered with an error. */
  readonly signal: AbortSignal;
  /** In place of that of the limits. */
  readonly runMs?: number | undefined;
  /** Carries out an import. Never rejects. */
  carryOut(name: string, args: readonly unknown[], instance: ComponentInstance): Promise<Answer>;
}

type ComponentAsk = Extract<FromComponent, { type: 'ask' }>;

const megabyte = 1024 ** 2;
/** Milliseconds for each megabyte that a component has given to an import, until it has the answer. */
const restMs = 3;
/** Milliseconds that the host may take for an import at once: after more it rests as long for the others. */
const longMs = 2;

interface RunningCall {
  /** As WIT names it. */
  readonly name: string;
  readonly given: CallGiven | null;
  readonly clock: RunningClock;
  settle(outcome: { readonly value: unknown } | { readonly error: Error }): void;
}

/** One instance of a component in a thread of its own, which runs one call at a time. */
export class ComponentInstance {
  /** Those that it has opened: handles that it leaks are closed with it. */
  readonly responses = new OpenResponses();
  readonly #extensionId: string;
  readonly #thread: ComponentThread;
  readonly #answers: SharedArrayBuffer;
  readonly #limits: InstanceLimits;
  readonly #listening = Promise.withResolvers<void>();
  #running: RunningCall | null = null;
  #end: ComponentEnded | null = null;

  private constructor(extensionId: string, makeThread: MakeThread, limits: InstanceLimits) {
    this.#extensionId = extensionId;
    this.#limits = limits;
    this.#answers = createAnswerMemory(limits.answerBytes);
    this.#thread = makeThread(extensionId);
    this.#thread.onMessage((message) => this.#hear(message));
    this.#thread.onFailure((reason) => this.#over(`The component of "${extensionId}" has ended: ${reason}`));
  }

  /** Makes the thread, and loads the glue in it. */
  static async load(
    extensionId: string,
    compiled: CompiledModules,
    makeThread: MakeThread,
    limits: InstanceLimits,
  ): Promise<ComponentInstance> {
    const instance = new ComponentInstance(extensionId, makeThread, limits);
    const { memoryBytes, messageBytes, startMs } = limits;
    const late = setTimeout(() => instance.#over(`A thread for "${extensionId}" did not start`), startMs);
    try {
      await instance.#listening.promise;
      const answers = instance.#answers;
      const load: ToComponent = { type: 'load', ...compiled, answers, memoryBytes, messageBytes };
      await instance.#send(load, 'load', null);
    } finally {
      clearTimeout(late);
    }
    return instance;
  }

  /** It has trapped, or was ended. */
  get isOver(): boolean {
    return this.#end !== null;
  }

  /** Instantiates the component, which may run already. */
  async begin(given: CallGiven): Promise<void> {
    await this.#send({ type: 'begin' }, 'its start', given);
  }

  /**
   * @param name of an export, as the glue has it
   * @param lent its last argument, if that is a resource
   * @returns in the forms of the glue
   * @throws ComponentRefusal ComponentEnded
   */
  call(name: string, args: readonly unknown[], given: CallGiven, lent?: LentResource): Promise<unknown> {
    return this.#send({ type: 'call', name, args, lent }, witName(name), given);
  }

  close(): void {
    this.#over(`The instance of "${this.#extensionId}" is closed`);
  }

  #send(message: ToComponent, name: string, given: CallGiven | null): Promise<unknown> {
    if (this.#end) return Promise.reject(this.#end);
    if (this.#running) return Promise.reject(new Error(`${this.#running.name} still runs in this instance`));
    const { graceMs } = this.#limits;
    const runMs = given?.runMs ?? this.#limits.runMs;
    return new Promise((resolve, reject) => {
      const id = this.#extensionId;
      let grace: ReturnType<typeof setTimeout> | undefined;
      const late = () => this.#over(`${name} of "${id}" was stopped, went on for ${graceMs / 1000} s and was ended`);
      const stop = () => {
        grace = setTimeout(late, graceMs);
      };
      const excess = () =>
        this.#over(`"${id}" ran for ${runMs / 1000} s in ${name} without waiting for anything, and was ended`);
      const clock = new RunningClock(given ? runMs : this.#limits.startMs, excess);
      if (given?.signal.aborted) stop();
      given?.signal.addEventListener('abort', stop);
      this.#running = {
        name,
        given,
        clock,
        settle: (outcome) => {
          this.#running = null;
          clock.pause();
          clearTimeout(grace);
          given?.signal.removeEventListener('abort', stop);
          if ('error' in outcome) reject(outcome.error);
          else resolve(outcome.value);
        },
      };
      this.#thread.post(message);
    });
  }

  #hear(message: FromComponent): void {
    const running = this.#running;
    if (message.type === 'listening') return this.#listening.resolve();
    // Of a call that was ended.
    if (!running) return;
    switch (message.type) {
      case 'ask':
        void this.#answer(running, message);
        return;
      case 'done':
        return running.settle({ value: message.value });
      case 'refused':
        return running.settle({ error: new ComponentRefusal(this.#sentence(message.reason, running.name)) });
      case 'too-large':
        return running.settle({ error: new Error(`What ${running.name} returned is too large: ${message.reason}`) });
      case 'ended':
        return this.#over(
          `The component of "${this.#extensionId}" failed in ${running.name}: ${message.reason}`,
          message.stack,
        );
    }
  }

  /** The person reads it, so that there has to be one. */
  #sentence(reason: string, name: string): string {
    return reason.trim() === ''
      ? `The component of "${this.#extensionId}" gave an error without a text in ${name}. Give one that says what went wrong`
      : reason;
  }

  async #answer({ given, clock }: RunningCall, { name, args, size }: ComponentAsk): Promise<void> {
    clock.pause();
    const since = performance.now();
    const carriedOut = given?.carryOut(name, args, this);
    const hostMs = performance.now() - since;
    // What the host does for it in one go is as good as done by itself, and is no waiting.
    clock.spend(hostMs);
    const answer = (await carriedOut) ?? { error: `${name} cannot be called yet` };
    // What is large takes the host some time, which it shares among its extensions.
    const rest = Math.max(size > megabyte ? (size / megabyte) * restMs : 0, hostMs > longMs ? hostMs : 0);
    if (rest > 0) await new Promise((resolve) => setTimeout(resolve, rest));
    if (this.#end) return;
    try {
      writeAnswer(this.#answers, answer);
    } catch (thrown) {
      const reason = thrown instanceof Error ? thrown.message : String(thrown);
      writeAnswer(this.#answers, { error: `What ${name} has to return is too large: ${reason}` });
    }
    clock.resume();
  }

  #over(reason: string, stack?: string): void {
    if (this.#end) return;
    this.#end = new ComponentEnded(reason, stack);
    this.#thread.end();
    this.responses.closeAll();
    this.#listening.reject(this.#end);
    this.#listening.promise.catch(() => undefined);
    this.#running?.settle({ error: this.#end });
  }
}

/** `llm-providers` for `llmProviders`. */
export const witName = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
