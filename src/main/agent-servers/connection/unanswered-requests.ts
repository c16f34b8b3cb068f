import { AgentFault } from './failures.ts';

/** Requests of the agent that have no answer yet, or one that it does not read. */
const mostRequests = 10_000;
/** Characters that they have together: as long as they wait, they are kept. */
const mostCharacters = 128 * 1024 * 1024;

/** What an agent has asked for, until it has the answer. */
export function createUnansweredRequests() {
  /** How long they are, by id; an agent may give several the same. */
  const lengths = new Map<unknown, number[]>();
  let count = 0;
  let characters = 0;

  return {
    /** @throws {AgentFault} it asks for too much without taking the answers */
    asked(id: unknown, length: number): void {
      const its = lengths.get(id);
      if (its) its.push(length);
      else lengths.set(id, [length]);
      count++;
      characters += length;
      const much =
        count > mostRequests
          ? `more than ${mostRequests.toLocaleString('en')} things`
          : characters > mostCharacters && `things in more than ${mostCharacters / 1024 / 1024} million characters`;
      if (much) throw new AgentFault(`asked for ${much} without taking the answers`);
    },
    /** The agent has got the answer to one of them. */
    answered(id: unknown): void {
      const its = lengths.get(id);
      if (!its) return;
      count--;
      characters -= its.shift() ?? 0;
      if (its.length === 0) lengths.delete(id);
    },
  };
}
