import { z } from 'zod/mini';
import { type Failure, FailureError } from '../../../shared/contract/errors.ts';
import { cut, fields, limits, oneLine } from './updates/fields.ts';
import { shownJson } from './updates/shown-json.ts';

/** What an agent does for which it is ended; the message goes on after its name. */
export class AgentFault extends Error {}

/** Of the protocol: a person has to sign in first. */
const authRequired = -32000;

const errorSchema = z.object({ code: z.number(), message: z.string(), data: fields.anything });

/** Characters that are looked at of what an agent says went wrong; far less is shown. */
const longestSaid = 100_000;

/** Words of an agent as one line for a failure or the log. Secrets go before it is cut, as half of one is still a secret. */
export const saidLine = (text: string, scrub: (text: string) => string): string =>
  oneLine(scrub(text.slice(0, longestSaid)));

/** What an agent answered instead of a result, in its own words. @param name of the agent @param scrub removes secrets */
export function failureOf(name: string, error: unknown, scrub: (text: string) => string): FailureError {
  if (error instanceof FailureError) return error;
  const answered = errorSchema.safeParse(error);
  if (!answered.success) {
    return new FailureError({
      code: 'agent-failed',
      message: `${name} could not be understood.`,
      detail: scrub(String(error)),
    });
  }
  const { code, message, data } = answered.data;
  const detail = data === undefined ? undefined : cut(scrub(shownJson(data, longestSaid)), limits.json);
  if (code === authRequired) return new FailureError(signedOut(name, detail));
  const said = saidLine(message, scrub) || `error ${code}`;
  return new FailureError({ code: 'agent-failed', message: `${name} answered with an error: ${ended(said)}`, detail });
}

const signedOut = (name: string, detail: string | undefined): Failure => ({
  code: 'agent-signed-out',
  message: `${name} asks you to sign in first.`,
  detail,
});

const ended = (text: string): string => (/[.!?…]$/u.test(text) ? text : `${text}.`);
