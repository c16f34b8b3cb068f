import { expect, test } from 'vitest';
import type { AskingAgent } from '../../../shared/contract/address.ts';
import type {
  AgentForm,
  ElicitationAnswer,
  ElicitationField,
} from '../../../shared/contract/agent-servers/elicitation.ts';
import { fail, ok, type Result } from '../../../shared/contract/errors.ts';
import { createElicitations } from './elicitations.ts';

const name: ElicitationField = { name: 'branch', title: 'Branch', isRequired: true, takes: { type: 'text', most: 9 } };
const force: ElicitationField = { name: 'force', title: 'Force', isRequired: false, takes: { type: 'switch' } };
const form = { type: 'form', message: 'Where to?', fields: [name, force] } as const;
const page = { type: 'url', message: 'Sign in there.', url: 'https://a.example/' } as const;

function setting(visited: Result<null> = ok(null)) {
  const forms: AgentForm[] = [];
  const asked: [AskingAgent, string][] = [];
  const elicitations = createElicitations({
    publish(event) {
      if (event.type === 'agent-form') forms.push(event.form);
      else
        forms.splice(
          forms.findIndex(({ id }) => id === event.formId),
          1,
        );
    },
    async visit(agent, address) {
      asked.push([agent, address]);
      return visited;
    },
  });
  const abort = new AbortController();
  const elicit = (agentName = 'One') => elicitations.elicit(agentName, form, abort.signal);
  const answer = (given: ElicitationAnswer) => elicitations.answerForm(forms[0]?.id ?? '', given);
  return { ...elicitations, forms, asked, abort, ask: elicit, answer };
}

test('a form waits for a person, and what they send goes to the agent that asked, without what it did not ask for', async () => {
  const set = setting();
  const [first, second] = [set.ask('One'), set.ask('Two')];
  expect(set.forms.map(({ agentName }) => agentName)).toEqual(['One', 'Two']);
  set.answer({ type: 'accepted', values: { branch: 'main', other: 'x' } });
  expect(await first).toEqual({ type: 'accepted', values: { branch: 'main' } });
  set.answer({ type: 'declined' });
  expect(await second).toEqual({ type: 'declined' });
  expect(set.forms).toEqual([]);
});

test('what the form does not take is refused with its field, and the form stays', async () => {
  const set = setting();
  const asked = set.ask();
  expect(() => set.answer({ type: 'accepted', values: { force: true } })).toThrow('Branch: This has to be filled in.');
  expect(() => set.answer({ type: 'accepted', values: { branch: 'main', force: 'yes' } })).toThrow('Force: Switch');
  expect(set.forms).toHaveLength(1);
  set.answer({ type: 'cancelled' });
  expect(await asked).toEqual({ type: 'cancelled' });
});

test('one that the agent takes back goes away, and is cancelled', async () => {
  const set = setting();
  const asked = set.ask();
  set.abort.abort();
  expect(await asked).toEqual({ type: 'cancelled' });
  expect(set.forms).toEqual([]);
});

test('an agent has no more than a few forms waiting, and others have theirs', async () => {
  const set = setting();
  for (let count = 0; count < 8; count += 1) void set.ask('One');
  await expect(set.ask('One')).rejects.toThrow('8 forms wait');
  void set.ask('Two');
  expect(set.forms).toHaveLength(9);
});

test.each<[string, Result<null>, boolean, ElicitationAnswer['type'] | 'thrown']>([
  ['opened', ok(null), false, 'accepted'],
  ['not wanted', fail('cancelled', 'No.'), false, 'declined'],
  ['taken back', fail('cancelled', 'No.'), true, 'cancelled'],
  ['no address that is opened', fail('address-refused', 'The address was not opened.'), false, 'thrown'],
])('a page that is %s: %o', async (_what, visited, isAborted, expected) => {
  const set = setting(visited);
  if (isAborted) set.abort.abort();
  const answered = set.elicit('One', page, set.abort.signal);
  if (expected === 'thrown') await expect(answered).rejects.toMatchObject({ code: 'address-refused' });
  else expect(await answered).toMatchObject({ type: expected });
  expect(set.asked).toEqual([[{ name: 'One', reason: 'Sign in there.' }, 'https://a.example/']]);
});

test('a field that has the name of what every object has is left empty like others', async () => {
  const set = setting();
  const fields = [{ ...name, name: 'constructor', isRequired: false }];
  const asked = set.elicit('One', { ...form, fields }, set.abort.signal);
  set.answer({ type: 'accepted', values: {} });
  expect(await asked).toEqual({ type: 'accepted', values: {} });
});
