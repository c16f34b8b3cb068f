import { expect, test, vi } from 'vitest';
import { fail, ok, type Result } from '../../../shared/contract/errors.ts';
import type { ThreadSnapshot } from '../../../shared/contract/thread.ts';
import { emptySnapshot, later, loaded, prompt } from './agent-world.fixture.ts';

const heldBack = fail('held-back', 'Guard keeps you in this thread: no.');

test('a thread that an extension keeps stays, and is left if the person wants that all the same', async () => {
  const its = await loaded({
    newThread: async (isForced) => (isForced ? ok({ ...emptySnapshot, id: 'new' }) : heldBack),
    open: async (id, _have, isForced) => (isForced ? ok({ ...emptySnapshot, id }) : heldBack),
  });
  await its.agent.newThread('words');
  expect(its.state()).toMatchObject({ shown: 't', draft: 'words', problem: { code: 'held-back' } });
  its.state().problem?.goOn?.run();
  await vi.waitFor(() => expect(its.state().shown).toBe('new'));
  expect(await its.agent.openThread('t')).toBe(false);
  expect(its.state()).toMatchObject({ shown: 'new', problem: { goOn: { label: 'Switch anyway' } } });
  its.state().problem?.goOn?.run();
  await vi.waitFor(() => expect(its.state().shown).toBe('t'));
});

test.each([
  ['stays until main has said so, where an extension may keep it', true, 'new'],
  ['is left at once, where none may', false, 't'],
])('a thread %s', async (_what, mayBeHeldBack, meanwhile) => {
  const answer = later<Result<ThreadSnapshot>>();
  const its = await loaded({ open: () => answer.promise, mayBeHeldBack: () => mayBeHeldBack });
  await its.agent.newThread();
  const opened = its.agent.openThread('t');
  expect(its.state().shown).toBe(meanwhile);
  answer.resolve(ok(emptySnapshot));
  expect(await opened).toBe(true);
  expect(its.state().shown).toBe('t');
});

test('an edited message comes back to the field, and is sent anyway as it is then', async () => {
  const sent: unknown[] = [];
  const its = await loaded({
    async send(_threadId, { text, replaces, isForced }) {
      sent.push([text, replaces, isForced]);
      return isForced ? ok(null) : heldBack;
    },
    regenerate: async (_threadId, promptId, isForced) => {
      sent.push([promptId, isForced]);
      return isForced ? ok(null) : heldBack;
    },
  });
  its.entries(0, prompt('p'), prompt('q'));
  its.frame();
  its.agent.startEditing('p');
  await its.agent.send('other');
  expect(its.state()).toMatchObject({ draft: 'other', editing: 'p', problem: { goOn: { label: 'Send anyway' } } });
  its.agent.setDraft('another');
  its.state().problem?.goOn?.run();
  await vi.waitFor(() =>
    expect(sent).toEqual([
      ['other', 'p', undefined],
      ['another', 'p', true],
    ]),
  );
  await its.agent.ask((threadId, isForced) => its.api.regenerate(threadId, 'p', isForced));
  its.state().problem?.goOn?.run();
  await vi.waitFor(() =>
    expect(sent.slice(2)).toEqual([
      ['p', false],
      ['p', true],
    ]),
  );
});

test('a message whose editing is left cannot be sent anyway: another draft is in its place', async () => {
  const its = await loaded({ send: async () => heldBack });
  its.entries(0, prompt('p'));
  its.frame();
  its.agent.setDraft('half a thou');
  its.agent.startEditing('p');
  await its.agent.send('other');
  its.agent.cancelEditing();
  expect(its.state()).toMatchObject({ draft: 'half a thou', editing: null, problem: null });
});

test('a command that is refused comes back to the field', async () => {
  const its = await loaded({ runInShell: async () => fail('command-refused', 'You do not trust it.') });
  its.agent.setDraft('!ls');
  await its.agent.runInShell({ marks: '!', command: 'ls', isTold: true });
  expect(its.state()).toMatchObject({ draft: '!ls', command: null, problem: { code: 'command-refused' } });
});
