import { expect, test } from 'vitest';
import type { MainAnswers } from '../../../test-support/connect-context.ts';
import { loadComponent } from '../../../test-support/load-component.ts';
import { probe } from '../../../test-support/probe-component.ts';

/** Runs code in a component. @returns what it returned, and what main was asked */
async function ran(code: string, answers: MainAnswers = {}) {
  const { tool, asked, logged } = await loadComponent(probe, { answers });
  const output = await tool(code);
  const told = typeof output === 'string' ? JSON.parse(output === 'nothing' ? 'null' : output) : output;
  return { told, asked: asked.filter(([name]) => name !== 'log.write'), logged };
}

const refused = () => {
  throw new Error('main refuses');
};

test.each<[call: string, answers: MainAnswers, told: unknown, asked: unknown]>([
  ['llmGetCredential("echo")', { 'credential.get': () => 'k' }, 'k', ['credential.get', { providerId: 'echo' }]],
  ['llmGetCredential("echo") ?? "none"', {}, 'none', ['credential.get', { providerId: 'echo' }]],
  ['llmStoreCredential("echo", "key")', {}, null, ['credential.store', { providerId: 'echo', value: 'key' }]],
  ['llmDeleteCredential("echo")', {}, null, ['credential.delete', { providerId: 'echo' }]],
  [
    'llmRequestCredential("echo", "oauth-token", "L", "P")',
    { 'credential.request': () => true },
    true,
    ['credential.request', { providerId: 'echo', credentialType: 'oauth-token', label: 'L', placeholder: 'P' }],
  ],
  ['llmGetEnvVar("KEY")', { 'env.get': () => 'v' }, 'v', ['env.get', { name: 'KEY' }]],
  ['llmGetEnvVar("KEY") ?? "none"', {}, 'none', ['env.get', { name: 'KEY' }]],
  [
    'llmOauthStartWebAuth({ authUrl: "https://a.example/{port}", callbackPath: "/cb", timeoutSecs: 20 })',
    { 'oauth.startWebAuth': () => ({ callbackUrl: 'http://127.0.0.1:9/cb?code=1', port: 9 }) },
    { callbackUrl: 'http://127.0.0.1:9/cb?code=1', port: 9 },
    ['oauth.startWebAuth', { authUrl: 'https://a.example/{port}', callbackPath: '/cb', timeoutSecs: 20 }],
  ],
  [
    'llmOauthStartWebAuth({ authUrl: "https://a.example", callbackPath: "/cb", timeoutSecs: undefined }).port',
    { 'oauth.startWebAuth': () => ({ callbackUrl: 'x', port: 9 }) },
    9,
    ['oauth.startWebAuth', { authUrl: 'https://a.example', callbackPath: '/cb' }],
  ],
  ['llmOauthOpenBrowser("https://a.example")', {}, null, ['oauth.openBrowser', { url: 'https://a.example' }]],
  ['llmModelsChanged("echo")', {}, null, ['provider.modelsChanged', { providerId: 'echo' }]],
  ['its.settings.get("a")', { 'setting.get': () => 'x' }, '"x"', ['setting.get', { key: 'a' }]],
  ['its.state.get("a")', { 'state.get': () => '{"b":1}' }, '{"b":1}', ['state.get', { scope: 'global', key: 'a' }]],
  ['its.state.get("a") ?? "none"', {}, 'none', ['state.get', { scope: 'global', key: 'a' }]],
  ['its.state.set("a", "[1]")', {}, null, ['state.set', { scope: 'global', key: 'a', value: '[1]' }]],
  ['its.state.delete("a")', {}, null, ['state.set', { scope: 'global', key: 'a', value: null }]],
  ['its.state.keys()', { 'state.keys': () => ['a', 'b'] }, ['a', 'b'], ['state.keys', { scope: 'global' }]],
])('%s', async (call, answers, told, asked) => {
  const its = await ran(`return ${call}`, answers);
  expect(its.told).toEqual(told);
  expect(its.asked).toEqual([asked]);
});

test('an import that fails is an error that the component can catch, where its type has one', async () => {
  const answers = {
    'credential.store': refused,
    'setting.get': refused,
    'state.set': refused,
    'oauth.openBrowser': refused,
  };
  const code = `
    const { tried } = its;
    return [
      tried(() => llmStoreCredential('echo', 'k')),
      tried(() => its.settings.get('a')),
      tried(() => its.state.set('a', '1')),
      tried(() => its.state.set('a', 'no JSON')),
      tried(() => llmOauthOpenBrowser('x')),
    ]`;
  const { told } = await ran(code, answers);
  const sentence = 'main refuses';
  expect(told).toEqual([sentence, sentence, sentence, expect.stringMatching(/^The value is no JSON/), sentence]);
});

test('where its type has no error, it is logged, and there is nothing', async () => {
  const answers = { 'credential.get': refused, 'env.get': refused, 'state.get': refused, 'state.keys': refused };
  const { told, logged } = await ran(
    'return [llmGetCredential("echo"), llmGetEnvVar("a"), its.state.get("a"), its.state.keys(), "goes on"]',
    answers,
  );
  expect(told).toEqual([null, null, null, [], 'goes on']);
  expect(logged()).toEqual(
    ['llm-get-credential', 'llm-get-env-var', 'state.get', 'state.keys'].map((name) =>
      expect.stringMatching(new RegExp(`^${name} failed: .*main refuses`)),
    ),
  );
});

test('lines of the log have their level, and no key that the component was given', async () => {
  const { asked } = await loadComponent(probe, { answers: { 'credential.get': () => 'sk-secret' } }).then(
    async (its) => {
      await its.tool(`
      for (const level of ['debug', 'info', 'warn', 'error']) its.log.write(level, level + ' ä\\u{1f600}');
      its.log.write('info', 'the key is ' + llmGetCredential('echo'))`);
      return its;
    },
  );
  const lines = asked.filter(([name]) => name === 'log.write').map(([, params]) => params);
  expect(lines).toEqual([
    ...['debug', 'info', 'warn', 'error'].map((level) => ({ level, text: `${level} ä😀` })),
    { level: 'info', text: 'the key is [key]' },
  ]);
});

test('a wait takes its time, and none of the time that the component may run', async () => {
  const { tool } = await loadComponent(probe, { limits: { runMs: 1200 } });
  const begun = performance.now();
  expect(await tool('its.time.wait(1400); its.time.wait(100); return "waited"')).toBe('"waited"');
  expect(performance.now() - begun).toBeGreaterThanOrEqual(1490);
});

test('what is larger than a message is refused before it is sent, and the component goes on', async () => {
  const { tool, asked } = await loadComponent(probe, { limits: { messageBytes: 1024 ** 2 } });
  const output = await tool("return its.tried(() => llmStoreCredential('echo', 'x'.repeat(1_000_000)))");
  expect(output).toContain('too large: it has more than 1 MB');
  expect(asked).toEqual([]);
});

test('what is too large for an answer is an error of the import', async () => {
  const { tool } = await loadComponent(probe, {
    limits: { answerBytes: 100_000 },
    answers: { 'setting.get': () => 'x'.repeat(90_000 + 20_000) },
  });
  expect(await tool('return its.tried(() => its.settings.get("a"))')).toContain('too large');
  expect(await tool('return 1')).toBe('1');
});
