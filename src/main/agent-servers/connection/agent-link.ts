import type { AnyMessage, AnyRequest, Stream } from '@agentclientprotocol/sdk';
import type { AgentProcess } from './agent-process.ts';
import { AgentFault } from './failures.ts';
import { hasTooManyParts, isNotification, type Outline, outlineOf } from './message-parts.ts';
import { readLines } from './read-lines.ts';
import { createUnansweredRequests } from './unanswered-requests.ts';

/** Bytes of a message: an image in base64 has room. */
const longestMessage = 16 * 1024 * 1024;
/** Milliseconds of reading without a pause, so that main is free for others within a frame. */
const restAfterMs = 8;

const brokenPipe = new Set(['ERR_STREAM_PREMATURE_CLOSE', 'ECONNRESET', 'EPIPE', 'EIO']);

/** What sees every message before the protocol's client does, in the order in which they came. */
export interface MessageTap {
  /**
   * @returns `pass`: it goes on to the protocol's client; `taken`: it is dealt with; `settled`: the same, and whoever waited for
   * it goes on before the next message is read
   */
  received(message: Readonly<Record<string, unknown>>, request: AnyRequest | undefined): 'pass' | 'taken' | 'settled';
  /** All that is there for now has been read. */
  rested(): void;
  /** A line that is no message, whole. */
  stray(line: string): void;
  /** An update that has too many parts to be read. */
  leftOut(outline: Outline): void;
  /** The agent has got the answer to a request of its own. */
  answered(id: unknown): void;
}

/** Messages to and from an agent's process. */
export interface AgentLink {
  /** For the protocol's client. */
  readonly stream: Stream;
  send(message: AnyMessage): Promise<void>;
  /** Resolves when the agent says no more; rejects with an `AgentFault` when it wrote too much, and when the tap threw. */
  readonly closed: Promise<void>;
}

/**
 * @param intercept answers a request of the protocol's client in the agent's place; undefined: it goes to the agent
 */
export function linkAgent(
  process: AgentProcess,
  tap: MessageTap,
  intercept: (request: AnyRequest) => unknown,
): AgentLink {
  const asked = new Map<string | number, AnyRequest>();
  const unanswered = createUnansweredRequests();
  let controller: ReadableStreamDefaultController<AnyMessage> | null = null;
  const readable = new ReadableStream<AnyMessage>({
    start(given) {
      controller = given;
    },
    cancel() {
      controller = null;
    },
  });

  function read(line: string): 'rest' | undefined {
    if (/^\s*\{/.test(line) && hasTooManyParts(line)) {
      if (!isNotification(line)) throw new AgentFault('wrote a message that has too many parts');
      tap.leftOut(outlineOf(line));
      return undefined;
    }
    const message = parsed(line);
    if (!message) {
      if (line.trim() !== '') tap.stray(line);
      return undefined;
    }
    const isAnswer = !('method' in message) && (typeof message.id === 'number' || typeof message.id === 'string');
    const request = isAnswer ? asked.get(message.id as string | number) : undefined;
    if (request?.id != null) asked.delete(request.id);
    if ('method' in message && message.id != null) unanswered.asked(message.id, line.length);
    const became = tap.received(message, request);
    if (became === 'pass') controller?.enqueue(message as AnyMessage);
    // Whoever asked has its answer before it is told what came after that.
    return became === 'settled' || (isAnswer && became === 'pass') ? 'rest' : undefined;
  }

  async function send(message: AnyMessage): Promise<void> {
    if ('method' in message && 'id' in message && message.id !== null) {
      const answer = intercept(message);
      if (answer !== undefined) {
        controller?.enqueue({ jsonrpc: '2.0', id: message.id, result: answer });
        return;
      }
      asked.set(message.id, message);
    }
    await process.write(`${JSON.stringify(message)}\n`);
    if ('method' in message || message.id === null) return;
    unanswered.answered(message.id);
    tap.answered(message.id);
  }

  const closed = readLines(process.stdout, { longest: longestMessage, restAfterMs }, read, tap.rested)
    .catch((error: unknown) => {
      if (error instanceof RangeError) throw new AgentFault('wrote a message that is too long', { cause: error });
      // The pipe was closed under it: the process has ended.
      if (!brokenPipe.has((error as NodeJS.ErrnoException).code ?? '')) throw error;
    })
    .finally(() => {
      tap.rested();
      controller?.close();
      controller = null;
    });
  closed.catch(() => {});
  return { stream: { readable, writable: new WritableStream<AnyMessage>({ write: send }) }, send, closed };
}

/** @returns null for what is no JSON-RPC message, such as a line for a log */
function parsed(line: string): Readonly<Record<string, unknown>> | null {
  if (!line.startsWith('{') && !line.trimStart().startsWith('{')) return null;
  try {
    const value: unknown = JSON.parse(line);
    const isMessage = typeof value === 'object' && value !== null && ('method' in value || 'id' in value);
    return isMessage ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}
