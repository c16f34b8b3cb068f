import { expect, test } from 'vitest';
import type { AgentUpdate } from '../../../shared/contract/agent-servers/agent-update.ts';
import { createOpenSessions } from './open-sessions.ts';
import { createTurns } from './turns.ts';
import { createV1Reader } from './updates/v1-updates.ts';

function openSessions() {
  const lines: string[] = [];
  const updates: (readonly [string, AgentUpdate])[] = [];
  const client = {
    updated: (id: string, told: readonly AgentUpdate[]) => void updates.push(...told.map((one) => [id, one] as const)),
    logged: (line: string) => void lines.push(line),
  };
  const sessions = createOpenSessions(client, '/folder', createV1Reader, createTurns('A', String));
  const says = (sessionId: string, text: string, messageId = 'm') => {
    const content = { type: 'text', text };
    sessions.received({ sessionId, update: { sessionUpdate: 'agent_message_chunk', messageId, content } });
  };
  return { sessions, says, lines, updates };
}

test('of sessions that nobody has opened, few are remembered, and none once the one that was awaited has its name', () => {
  const { sessions, says, lines } = openSessions();
  sessions.awaits(null);
  for (let at = 0; at < 1000; at++) says(`s${at}`, 'early');
  const open = () => Array.from(Array(1000), (_, at) => `s${at}`).filter(sessions.isOpen);
  expect(open()).toHaveLength(100);
  expect(lines).toHaveLength(900);
  expect(lines.at(-1)).toBe('It told of a session that is not open: s999.');
  // It could not be opened.
  sessions.answered(null, undefined);
  expect(open()).toEqual([]);
  sessions.awaits(null);
  for (let at = 0; at < 5; at++) says(`s${at}`, 'early');
  sessions.answered(null, { sessionId: 's3' });
  expect(open()).toEqual(['s3']);
  expect(sessions.take(null, { sessionId: 's3' })?.replayed).toMatchObject([{ text: 'early' }]);
});

test('a history that is being told stays when a new session is opened meanwhile, and is not taken for that', () => {
  const { sessions, says } = openSessions();
  sessions.awaits('kept');
  sessions.awaits(null);
  says('kept', 'one');
  const stolen = { sessionId: 'kept' };
  sessions.answered(null, stolen);
  expect(sessions.take(null, stolen)).toBeUndefined();
  sessions.awaits(null);
  sessions.answered(null, { sessionId: 'new' });
  says('kept', ' two');
  sessions.answered('kept', {});
  expect(sessions.take('kept', {})?.replayed).toMatchObject([{ text: 'one two' }]);
});

test('of a history without end, as much is held as there is room for, and the rest is said to be left out', () => {
  const { sessions, says, lines } = openSessions();
  sessions.awaits('kept');
  const text = 'x'.repeat(1_000_000);
  for (let at = 0; at < 200; at++) says('kept', text, `m${at}`);
  sessions.answered('kept', {});
  const { replayed = [] } = sessions.take('kept', {}) ?? {};
  expect(replayed).toHaveLength(136);
  const title = 'This session has more of a history than there is room for. The rest of it was left out.';
  expect(replayed.at(-1)).toEqual({ type: 'note', note: { id: 'outrigger:history', severity: 'warning', title } });
  expect(lines).toEqual(['The history of kept is longer than there is room for; the rest is left out.']);
});
