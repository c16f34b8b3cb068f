import { expect, test } from '../fixtures.ts';
import type { ProviderServer } from '../servers/provider-server.ts';
import { panelOf } from '../support/views/panel.ts';
import { claudeAgent, geminiAgent, mayCallTools, settingOf, startDrilled } from './real-agents.ts';

/** The request with which words reached a service first: an agent may ask on by itself once it has an answer. */
const firstAsked = (service: ProviderServer, words: string): string =>
  service
    .completions()
    .filter(({ body }) => mayCallTools(body))
    .map(({ body }) => JSON.stringify(body))
    .find((asked) => asked.includes(words)) ?? '';

const timesIn = (text: string, words: string): number => text.split(words).length - 1;

test('handed from one agent to another and back, each is given once what it has not seen, and keeps its session', {
  tag: '@soak',
}, async ({ launch, folder }) => {
  test.setTimeout(600_000);
  const first = await startDrilled(claudeAgent, () => '');
  const second = await startDrilled(geminiAgent, () => '');
  const settings = {
    agent_servers: {
      [claudeAgent.name]: await settingOf(claudeAgent, first.url, folder),
      [geminiAgent.name]: await settingOf(geminiAgent, second.url, folder),
    },
  };
  const { page } = await launch({ project: { 'a.txt': 'one\n' }, settings });
  const panel = panelOf(page);

  /** One of them is asked to say a word, and is given that of others so often in all. */
  async function says({ name }: typeof claudeAgent, service: ProviderServer, word: string, all: readonly string[]) {
    await panel.choose(name);
    await panel.ask(`Say ${word}`);
    await expect(panel.said(`I say ${word}.`)).toBeVisible({ timeout: 120_000 });
    await panel.ended();
    const asked = firstAsked(service, `Say ${word}`);
    const seen = all.map((one) => [one, timesIn(asked, `Say ${one}`), timesIn(asked, `I say ${one}.`)]);
    expect(seen).toEqual([...all.map((one) => [one, 1, one === word ? 0 : 1])]);
    return timesIn(asked, 'Below is what was said in this thread');
  }

  expect(await says(claudeAgent, first, 'alpha', ['alpha'])).toBe(0);
  expect(await says(geminiAgent, second, 'bravo', ['alpha', 'bravo'])).toBe(1);
  expect(await says(claudeAgent, first, 'charlie', ['alpha', 'bravo', 'charlie'])).toBe(1);
  expect(await says(claudeAgent, first, 'delta', ['alpha', 'bravo', 'charlie', 'delta'])).toBe(1);
  expect(await says(geminiAgent, second, 'echo', ['alpha', 'bravo', 'charlie', 'delta', 'echo'])).toBe(2);
  expect(await says(claudeAgent, first, 'foxtrot', ['alpha', 'bravo', 'charlie', 'delta', 'echo', 'foxtrot'])).toBe(2);
  await first.close();
  await second.close();
});
