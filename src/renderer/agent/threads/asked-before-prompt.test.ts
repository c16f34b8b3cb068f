import { expect, test } from 'vitest';
import { later, loaded, prompt } from './agent-world.fixture.ts';

/** A world in which the person is asked before each prompt, and answers when the test does. */
async function asking() {
  const asked: string[] = [];
  let answer = later<boolean>();
  const its = await loaded({
    mayPrompt(model) {
      asked.push(model);
      answer = later<boolean>();
      return answer.promise;
    },
  });
  return { ...its, questions: asked, answer: (may: boolean) => answer.resolve(may) };
}

const settled = () => new Promise((resolve) => setTimeout(resolve));

test('a prompt goes when the person lets it, and otherwise its text is in the field again', async () => {
  const its = await asking();
  const sent = its.agent.send('Hi');
  await settled();
  expect(its.questions).toEqual(['sample:models/one']);
  expect(its.asked).toEqual([]);
  its.answer(false);
  await sent;
  expect(its.asked).toEqual([]);
  expect(its.state()).toMatchObject({ draft: 'Hi', sending: [], problem: null });
  const again = its.agent.send('Hi');
  await settled();
  its.answer(true);
  await again;
  expect(its.asked).toEqual(['send t Hi']);
});

test('one that was taken back while the person was asked does not go', async () => {
  const its = await asking();
  const sent = its.agent.send('Hi');
  await settled();
  await its.agent.stop();
  its.answer(true);
  await sent;
  expect(its.asked).toEqual([]);
  expect(its.state()).toMatchObject({ draft: 'Hi', sending: [] });
});

test('the same holds for Retry, and for commands that prompt', async () => {
  const its = await asking();
  its.entries(0, prompt('p'));
  its.frame();
  const retried = its.agent.retry();
  await settled();
  its.answer(false);
  await retried;
  expect(its.state()).toMatchObject({ retrying: null, problem: null });
  const ran = its.agent.runTemplate({ id: 'x', name: 'x', description: '', source: 'x' } as never, 'word');
  await settled();
  its.answer(false);
  await ran;
  expect(its.asked).toEqual([]);
});

test('it is the thread’s own model that is asked about', async () => {
  const its = await asking();
  its.entries(0, { kind: 'setup', at: 1, model: 'agent/settings/mine' });
  its.frame();
  void its.agent.send('Hi');
  await settled();
  expect(its.questions).toEqual(['agent/settings/mine']);
  its.answer(true);
});
