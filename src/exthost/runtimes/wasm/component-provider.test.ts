import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import type { LanguageModelProvider } from '../../../shared/contract/extension-api/extension-api.ts';
import type { CompletionEvent, CompletionRequest, MessageContent } from '../../../shared/contract/provider.ts';
import { emptyRequest } from '../../../shared/testing/empty-request.ts';
import { builtComponent } from '../../test-support/built-component.ts';
import { loadComponent } from '../../test-support/load-component.ts';
import { probe } from '../../test-support/probe-component.ts';

const text = fc.string({ unit: 'binary', maxLength: 20 }).filter((one) => one.isWellFormed());
const optional = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });
/** The compiler of the probe has no u32 beyond this. */
const pixels = optional(fc.integer({ min: 0, max: 2 ** 31 - 1 }));
const count = fc.maxSafeInteger().map(Math.abs);
const image = fc.record({ source: text, width: pixels, height: pixels });
const thinking = fc.record({ text, signature: optional(text) });
const toolUse = fc.record({
  id: text,
  name: text,
  input: text,
  thoughtSignature: optional(text),
  isInputComplete: fc.boolean(),
});
const of = <Type extends string, Value>(type: Type, value: fc.Arbitrary<Value>) =>
  fc.record({ type: fc.constant(type), value });

const content: fc.Arbitrary<MessageContent> = fc.oneof(
  of('text', text),
  of('image', image),
  of('tool-use', toolUse),
  of(
    'tool-result',
    fc.record({
      toolUseId: text,
      toolName: text,
      isError: fc.boolean(),
      content: fc.oneof(of('text', text), of('image', image)),
    }),
  ),
  of('thinking', thinking),
  of('redacted-thinking', text),
) as fc.Arbitrary<MessageContent>;

const request = fc.record({
  messages: fc.array(
    fc.record({
      role: fc.constantFrom('user', 'assistant', 'system'),
      content: fc.array(content, { maxLength: 4 }),
      cache: fc.boolean(),
      reasoningDetails: optional(text),
    }),
    // Many at once: each run takes an instance, which costs more than they do.
    { minLength: 6, maxLength: 12 },
  ),
  tools: fc.array(fc.record({ name: text, description: text, inputSchema: text }), { maxLength: 2 }),
  toolChoice: optional(fc.constantFrom('auto', 'any', 'none')),
  stopSequences: fc.array(text, { maxLength: 2 }),
  temperature: optional(fc.constantFrom(0, 0.5, 2)),
  thinkingAllowed: fc.boolean(),
  maxTokens: optional(count),
  cacheTools: fc.boolean(),
}) as fc.Arbitrary<CompletionRequest>;

const event: fc.Arbitrary<CompletionEvent> = fc.oneof(
  fc.constant({ type: 'started' }),
  of('text', text),
  of('thinking', thinking),
  of('redacted-thinking', text),
  of('tool-use', toolUse),
  of('tool-use-json-parse-error', fc.record({ id: text, toolName: text, rawInput: text, error: text })),
  of('stop', fc.constantFrom('end-turn', 'max-tokens', 'tool-use', 'refusal')),
  of(
    'usage',
    fc.record({
      inputTokens: count,
      outputTokens: count,
      cacheCreationInputTokens: optional(count),
      cacheReadInputTokens: optional(count),
      isEstimated: fc.boolean(),
    }),
  ),
  of('reasoning-details', text),
  of('queued', fc.record({ position: pixels.map((place) => place ?? 1) })),
) as fc.Arbitrary<CompletionEvent>;

/** As JSON has it: without what is not there. */
const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));
/** A component in JavaScript has null for what is not there. */
const withoutNull = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value), (_key, inner: unknown) => (inner === null ? undefined : inner));
/** In the forms of the glue, written out here once more. */
const inGlue = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value), (_key, inner: unknown) => {
    if (typeof inner !== 'object' || inner === null || !('type' in inner)) return inner;
    const { type: tag, ...rest } = inner as { type: string; value?: unknown };
    return 'value' in rest ? { tag, val: rest.value } : { tag };
  });

const asking = (value: string): CompletionRequest => ({
  ...emptyRequest,
  messages: [{ role: 'user', content: [{ type: 'text', value }], cache: false }],
});
const provided = (its: Awaited<ReturnType<typeof loadComponent>>) =>
  its.provider() as Required<Exclude<LanguageModelProvider, { streamCompletionStart: unknown }>>;
const signal = new AbortController().signal;

test('every record of a request arrives as it was', async () => {
  const { answer } = await loadComponent(probe);
  await fc.assert(
    fc.asyncProperty(request, async (given) => {
      const events = answer({ ...given, messages: [...given.messages, ...asking('[]').messages] });
      const { value: first } = await events.next();
      await events.return(undefined);
      const [model, told] = JSON.parse((first as { value: string }).value);
      expect(model).toBe('m');
      told.messages.pop();
      expect(withoutNull(told)).toEqual(inGlue(given));
    }),
    { numRuns: 12 },
  );
});

test('every event of an answer arrives as it was', async () => {
  const { answered } = await loadComponent(probe);
  await fc.assert(
    fc.asyncProperty(fc.array(event, { minLength: 60, maxLength: 80 }), async (given) => {
      const [, ...events] = await answered(asking(JSON.stringify(inGlue(given))));
      expect(events).toEqual(plain(given));
    }),
    { numRuns: 6 },
  );
});

test('each call of a provider is that of its export', async () => {
  const capabilities = {
    supportsImages: true,
    supportsTools: false,
    supportsToolChoiceAuto: true,
    supportsToolChoiceAny: false,
    supportsToolChoiceNone: true,
    supportsThinking: false,
    toolInputFormat: 'json-schema-subset' as const,
  };
  const prices = { currency: 'EUR', input: 0.1, output: 2.5, cacheRead: 0.01 };
  const models = [
    {
      id: 'm',
      name: 'M',
      maxTokenCount: Number.MAX_SAFE_INTEGER,
      maxOutputTokens: 5,
      capabilities,
      isDefault: true,
      isDefaultFast: false,
      prices,
    },
    { id: 'n', name: 'N', maxTokenCount: 1, capabilities, isDefault: false, isDefaultFast: true },
  ];
  let setting: string | undefined;
  const its = await loadComponent(probe, {
    answers: {
      'setting.get': () => setting as string,
      'credential.get': () => 'key',
    },
  });
  const provider = provided(its);
  expect(its.api.languageModels.infos()).toEqual([{ id: 'echo', name: 'Echo', icon: 'icon.svg' }]);
  setting = `return ${JSON.stringify(models)}`;
  expect(await provider.models()).toEqual(models);
  expect(await provider.isAuthenticated()).toBe(true);
  setting = "its.log.write('info', 'signs in')";
  await provider.authenticate(signal);
  setting = "throw 'no key'";
  await expect(provider.authenticate(signal)).rejects.toThrow('no key');
  await provider.resetCredentials();
  expect(its.asked.at(-1)).toEqual(['credential.delete', { providerId: 'echo' }]);
  expect(await provider.countTokens('m', asking('a'))).toBe(1000);
  expect(await provider.cacheConfiguration('m')).toEqual({
    maxCacheAnchors: 4,
    shouldCacheToolDefinitions: true,
    minTotalTokenCount: 1024,
  });
  expect(await provider.settingsMarkdown()).toBe('# 0');
});

test('a sign-in by code is of one instance, from its start to its end', async () => {
  const provider = provided(await loadComponent(probe));
  expect(await provider.startDeviceFlowSignIn(signal)).toMatchObject({ userCode: 'echo-code', successMessage: 'm' });
  await expect(provider.pollDeviceFlowSignIn(signal)).rejects.toThrow('polled echo-code');
});

test('commands, slash commands and tools are those of the manifest', async () => {
  const { api, tool, logged, loaded } = await loadComponent(probe);
  await api.commands.run({ id: 'c' }, signal);
  const said = await api.slashCommands.run({ id: 's', argument: ' a  b ', threadId: 't' }, signal);
  expect(said).toEqual({
    reply: JSON.stringify([{ name: 's', description: '', tooltipText: '', requiresArgument: true }, ['a', 'b']]),
  });
  const completed = (argument: string) => api.slashCommands.complete({ id: 's', argument }, signal);
  const other = (before: string) => ({ label: 'Another', newText: `${before}other`, runs: false });
  expect(await completed('')).toEqual([{ label: '[""]', newText: 's!', runs: true }, other('')]);
  expect(await completed(' a  b')).toEqual([{ label: '["a","b"]', newText: ' a  sb!', runs: true }, other(' a  ')]);
  expect(await completed('a ')).toEqual([{ label: '["a",""]', newText: 'a s!', runs: true }, other('a ')]);
  expect(await tool("throw 'not today'")).toEqual({ text: 'not today', isError: true });
  await loaded.deactivate();
  await vi.waitFor(() => expect(logged()).toEqual(['runs c', 'ends']));
});

test('of a component of Zed those arguments are offered that the typed word leads to, as Zed does', async () => {
  const { component, mainPath } = await builtComponent(probe);
  const { api } = await loadComponent({ component: { ...component, apiVersion: [0, 8, 0] }, mainPath });
  const completed = async (argument: string) =>
    (await api.slashCommands.complete({ id: 's', argument }, signal))?.map(({ newText }) => newText);
  expect(await completed('other ')).toEqual(['other s!', 'other other']);
  expect(await completed('a OT')).toEqual(['a sOT!', 'a other']);
  expect(await completed('a ANR')).toEqual(['a sANR!', 'a other']);
  expect(await completed('a otx')).toEqual(['a sotx!']);
});
