import { z } from 'zod/mini';
import type { AgentUpdate } from '../../../shared/contract/agent-servers/agent-update.ts';
import type { FailureError } from '../../../shared/contract/errors.ts';
import type { AnswerEnd } from '../../../shared/contract/thread.ts';
import type { PromptEnd } from './agent-connection.ts';
import { saidLine } from './failures.ts';
import { fields, readAs } from './updates/fields.ts';

const count = z.int().check(z.nonnegative());
const usageSchema = fields.of(z.object({ inputTokens: count, outputTokens: count }));
const endSchema = z.object({
  stopReason: fields.text,
  usage: usageSchema,
  error: fields.of(z.object({ code: fields.number, message: fields.text })),
});
const stateSchema = z.object({ state: z.string(), stopReason: fields.text });

interface Turn {
  /** Version 2: it has been accepted, so that the next end is its own. */
  isAccepted: boolean;
  /** Version 2: work began after it was sent, or it is accepted. */
  hasRun: boolean;
  /** Version 2: how it ended, before it was accepted. */
  early: unknown;
  isCancelled: boolean;
  readonly end: (told: unknown) => void;
  readonly fail: (error: FailureError) => void;
}

/**
 * The turns that prompts of ours begin, one at a time in a session, and work that none of them began.
 * Version 1 answers a prompt at the end of its turn; version 2 when it has accepted it, and tells the end as a state.
 * @param name of the agent
 * @param scrub removes secrets
 */
export function createTurns(name: string, scrub: (text: string) => string) {
  const turns = new Map<string, Turn>();
  /** Sessions that work although no prompt of ours asked for it. */
  const unprompted = new Set<string>();

  return {
    isUnderWay: (id: string): boolean => turns.has(id),

    /** A prompt is about to be sent. @returns resolves at the end of its turn */
    begin(id: string): Promise<PromptEnd> {
      return new Promise<PromptEnd>((resolve, reject) => {
        const turn: Turn = {
          isAccepted: false,
          hasRun: false,
          early: undefined,
          isCancelled: false,
          end(told) {
            turns.delete(id);
            resolve(readEnd(name, scrub, told, turn.isCancelled));
          },
          fail(error) {
            turns.delete(id);
            // Some agents end what was cancelled with an error.
            if (turn.isCancelled && error.code === 'agent-failed') resolve({ end: { type: 'stopped-by-person' } });
            else reject(error);
          },
        };
        turns.set(id, turn);
      });
    },

    /** Version 1: the answer to the prompt. */
    answered(id: string, result: unknown): void {
      turns.get(id)?.end(result);
    },

    /** Version 2: the answer to the prompt. */
    accepted(id: string): void {
      const turn = turns.get(id);
      if (!turn) return;
      turn.isAccepted = true;
      if (turn.early !== undefined) turn.end(turn.early);
    },

    failed(id: string, error: FailureError): void {
      turns.get(id)?.fail(error);
    },

    /** The connection is over. */
    allFailed(error: FailureError): void {
      for (const turn of [...turns.values()]) turn.fail(error);
    },

    /** Version 2: a `state_update`. @returns what is to be told of it */
    stateTold(id: string, value: unknown): readonly AgentUpdate[] {
      const told = readAs(stateSchema, value);
      const turn = turns.get(id);
      if (told?.state === 'running' || told?.state === 'requires_action') {
        if (turn) {
          turn.hasRun = true;
        } else if (!unprompted.has(id)) {
          unprompted.add(id);
          return [{ type: 'state', isRunning: true }];
        }
        return [];
      }
      if (told?.state !== 'idle') return [];
      // The end of what went on before the prompt was accepted is not its own.
      const isOwn = turn && (turn.hasRun || (turn.isAccepted && (told.stopReason != null || turn.isCancelled)));
      if (isOwn && turn.isAccepted) turn.end(value);
      else if (isOwn) turn.early = value;
      if (!unprompted.delete(id)) return [];
      return [{ type: 'state', isRunning: false }];
    },

    cancelled(id: string): void {
      const turn = turns.get(id);
      if (turn) turn.isCancelled = true;
    },
  };
}
export type Turns = ReturnType<typeof createTurns>;

function readEnd(name: string, scrub: (text: string) => string, value: unknown, isCancelled: boolean): PromptEnd {
  const told = readAs(endSchema, value);
  const tokens = told?.usage && { tokens: { input: told.usage.inputTokens, output: told.usage.outputTokens } };
  const reason = told?.stopReason;
  if (isCancelled || reason === 'cancelled') return { end: { type: 'stopped-by-person' }, ...tokens };
  return { end: endOf(name, reason, saidLine(told?.error?.message ?? '', scrub)), ...tokens };
}

function endOf(name: string, reason: string | null | undefined, error: string): AnswerEnd {
  switch (reason) {
    case 'max_tokens':
      return { type: 'stop', reason: 'max-tokens' };
    case 'refusal':
      return { type: 'stop', reason: 'refusal' };
    case 'max_turn_requests':
      return failed(`${name} has asked its model as often as it may in one turn, and stopped.`);
    case 'error':
      return failed(`${name} could not finish: ${error || 'it gives no reason'}`);
    default:
      return { type: 'stop', reason: 'end-turn' };
  }
}

const failed = (message: string): AnswerEnd => ({ type: 'failed', failure: { code: 'agent-failed', message } });
