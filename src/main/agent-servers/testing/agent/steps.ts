import { spawn } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import { picture } from '../../../../shared/testing/picture.ts';
import type { TestSession } from './sessions.ts';
import type { Teller } from './teller.ts';

/** How a turn ends: with a reason of the protocol, or with an error. */
export type StepsEnd =
  | { readonly stopReason: string }
  | { readonly error: { code: number; message: string; data?: unknown } };

interface Doing {
  readonly tell: Teller;
  readonly session: TestSession;
  /** Resolves as soon as the turn is cancelled. */
  readonly signal: AbortSignal;
  readonly rest: string;
}

/** An end of the turn before its last step, or nothing. */
type Step = (doing: Doing) => Promise<unknown>;

const options = [
  { optionId: 'once', name: 'Allow', kind: 'allow_once' },
  { optionId: 'always-here', name: 'Always in this folder', kind: 'allow_always' },
  { optionId: 'always', name: 'Always', kind: 'allow_always' },
  { optionId: 'no', name: 'Reject', kind: 'reject_once' },
];
const newId = (kind: string) => `${kind}-${crypto.randomUUID()}`;

const steps: Readonly<Record<string, Step>> = {
  /** say TEXT: one message, a word at a time. */
  say: ({ tell, session, rest }) => say(tell, session, newId('message'), rest),
  /** anonymous TEXT: the same without an id. */
  anonymous: ({ tell, session, rest }) => say(tell, session, tell.version === 1 ? null : newId('message'), rest),
  /** variable NAME: says what its process has for it. */
  variable: ({ tell, session, rest }) => say(tell, session, newId('message'), process.env[rest] ?? 'not set'),
  /** pid: says the id of its process. */
  pid: ({ tell, session }) => say(tell, session, newId('message'), `${process.pid}`),
  /** open: says how many sessions its process has open. */
  open: ({ tell, session }) => say(tell, session, newId('message'), `${session.count()}`),
  /** told: says what came with the prompt, besides its words. */
  told: ({ tell, session }) => say(tell, session, newId('message'), `Told: ${session.told}`),
  /** given: says the parts of the prompt, as JSON. */
  given: ({ tell, session }) => say(tell, session, newId('message'), JSON.stringify(session.given)),
  think: ({ tell, rest }) => tell.say('thought', newId('thought'), rest),
  /** plan A | B | C: the first is done, the second under way. */
  plan: ({ tell, rest }) =>
    tell.plan(
      rest.split('|').map((content, index) => ({
        content: content.trim(),
        status: ['completed', 'in_progress'][index] ?? 'pending',
      })),
    ),
  /** usage USED SIZE */
  usage: ({ tell, rest }) => {
    const [used, size] = rest.split(' ').map(Number);
    return tell.raw({ sessionUpdate: 'usage_update', used, size, cost: { amount: 0.05, currency: 'USD' } });
  },
  title: ({ tell, rest }) => tell.raw({ sessionUpdate: 'session_info_update', title: rest }),
  notice: ({ tell, rest }) => tell.raw({ sessionUpdate: 'notice', severity: 'warning', title: rest }),
  /** call KIND TITLE: a call that goes well. */
  async call({ tell, rest }) {
    const [kind, ...title] = rest.split(' ');
    const id = newId('call');
    await tell.call({ id, title: title.join(' '), kind, status: 'pending', input: { wanted: rest } });
    await tell.call({ id, status: 'in_progress' });
    await tell.call({ id, status: 'completed', text: 'Done.' });
  },
  /** images: an image among words, one of a resource and one of a call, and several that are wrong. */
  async images({ tell, session }) {
    const messageId = newId('message');
    const chunk = (content: object) => tell.raw({ sessionUpdate: 'agent_message_chunk', messageId, content });
    const image = (data: string, more: object = {}) => ({ type: 'image', mimeType: 'image/png', data, ...more });
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><rect width="9" height="9"/></svg>').toString(
      'base64',
    );
    await say(tell, session, messageId, 'Here is the chart:');
    await chunk(image(picture(480, 240), { uri: 'file:///tmp/chart.png' }));
    await say(tell, session, messageId, 'It is the same as in the file ');
    const resource = { uri: 'file:///tmp/small.png', mimeType: 'image/png', blob: picture(64, 48) };
    await chunk({ type: 'resource', resource });
    await say(tell, session, messageId, 'and not as these: ');
    await chunk(image(svg, { mimeType: 'image/svg+xml' }));
    // Its head is right, and nothing follows it.
    await chunk(image(picture(320, 90).slice(0, 64)));
    const id = newId('call');
    await tell.call({ id, title: 'Draw a chart', kind: 'other', status: 'in_progress' });
    const content = [{ type: 'content', content: image(picture(480, 240)) }];
    for (const status of ['in_progress', 'completed'])
      await tell.raw({ sessionUpdate: 'tool_call_update', toolCallId: id, status, content });
  },
  /** ask TITLE: asks for permission of a call that was told of nowhere else, and says the answer. */
  async ask({ tell, session, rest, signal }) {
    const chosen = await tell.ask(newId('call'), rest, options);
    // The cancel that came before the answer is handled a moment after it.
    await after(1);
    if (chosen === null && signal.aborted) return { stopReason: 'cancelled' };
    await say(tell, session, newId('message'), `Answer: ${chosen ?? 'cancelled'}.`);
  },
  /** permit COMMAND: tells of a call with this input, asks for permission of it, and says the answer. */
  async permit({ tell, session, rest, signal }) {
    const id = newId('call');
    await tell.call({ id, title: `Run \`${rest}\``, kind: 'execute', status: 'pending', input: { command: rest } });
    const chosen = await tell.ask(id, `Run \`${rest}\``, options);
    await after(1);
    if (chosen === null && signal.aborted) return { stopReason: 'cancelled' };
    await tell.call({ id, status: chosen === 'no' || chosen === null ? 'failed' : 'completed' });
    await say(tell, session, newId('message'), `Answer: ${chosen ?? 'cancelled'}.`);
  },
  /** restless TITLE: asks for permission of a call that it changes until it is answered, and says the answer. */
  async restless({ tell, session, rest }) {
    const id = newId('call');
    await tell.call({ id, title: rest, kind: 'execute', status: 'pending' });
    let count = 0;
    const changes = setInterval(() => void tell.call({ id, text: `Changed ${++count} times.` }), 100);
    const chosen = await tell.ask(id, rest, options).finally(() => clearInterval(changes));
    await say(tell, session, newId('message'), `Answer: ${chosen ?? 'cancelled'}.`);
  },
  /** read PATH: says what the app gives as its text. */
  read: async ({ tell, session, rest }) =>
    say(tell, session, newId('message'), `Read: ${await tell.read(join(session.cwd, rest))}`),
  /** edit PATH TEXT: asks, and writes it through the app; in version 2 by itself. */
  async edit({ tell, session, rest, signal }) {
    const [name = '', ...words] = rest.split(' ');
    const path = join(session.cwd, name);
    const text = `${words.join(' ')}\n`;
    const before = await tell.read(path).catch(() => null);
    const id = newId('call');
    await tell.call({
      id,
      title: `Edit ${name}`,
      kind: 'edit',
      status: 'pending',
      diff: { path, before, after: text },
      path,
    });
    const chosen = await tell.ask(id, `Edit ${name}`, options);
    await after(1);
    if (signal.aborted) return { stopReason: 'cancelled' };
    if (chosen === null || chosen === 'no') {
      await tell.call({ id, status: 'failed', text: 'It was rejected.' });
      return;
    }
    await tell.write(path, text);
    await tell.call({ id, status: 'completed' });
  },
  /** disk PATH TEXT: writes the disk itself, and tells nobody. */
  async disk({ session, rest }) {
    const [name = '', ...words] = rest.split(' ');
    writeFileSync(join(session.cwd, name), `${words.join(' ')}\n`);
  },
  /** named PATH TEXT: tells a call that changes the file, and writes the disk itself. */
  async named({ tell, session, rest }) {
    const [name = '', ...words] = rest.split(' ');
    const path = join(session.cwd, name);
    const text = `${words.join(' ')}\n`;
    const id = newId('call');
    await tell.call({ id, title: `Write ${name}`, kind: 'edit', status: 'in_progress', path });
    writeFileSync(path, text);
    await tell.call({ id, status: 'completed', diff: { path, before: null, after: text }, path });
  },
  /** run COMMAND: in a terminal, of which it says the output. */
  async run({ tell, session, rest }) {
    const id = newId('call');
    await tell.call({ id, title: rest, kind: 'execute', status: 'in_progress' });
    const output = await tell.run(id, rest);
    await tell.call({ id, status: 'completed' });
    await say(tell, session, newId('message'), `Ran: ${output}`);
  },
  /** start COMMAND: in a terminal, for whose end it does not wait. */
  start: ({ tell, rest }) =>
    new Promise<void>((resolve) => {
      tell
        .run(newId('call'), rest, resolve)
        .catch(() => {})
        .finally(resolve);
    }),
  /** form: a form with a field of each kind, and says the answer. */
  async form({ tell, session }) {
    const requestedSchema = {
      type: 'object',
      title: 'About the change',
      required: ['name'],
      properties: {
        name: { type: 'string', title: 'Name', minLength: 2 },
        count: { type: 'integer', title: 'How many', minimum: 1, maximum: 9, default: 3 },
        careful: { type: 'boolean', title: 'Careful', default: true },
        colour: {
          type: 'string',
          title: 'Colour',
          oneOf: [
            { const: 'r', title: 'Red' },
            { const: 'b', title: 'Blue' },
          ],
        },
        sizes: { type: 'array', title: 'Sizes', items: { enum: ['small', 'large'] } },
      },
    };
    await say(
      tell,
      session,
      newId('message'),
      `Form: ${await tell.elicit({ mode: 'form', message: 'Please fill it in.', requestedSchema })}`,
    );
  },
  /** url ADDRESS */
  url: async ({ tell, session, rest }) =>
    say(
      tell,
      session,
      newId('message'),
      `Page: ${await tell.elicit({ mode: 'url', message: 'Please look.', url: rest, elicitationId: 'page' })}`,
    ),
  /** until PATH: goes on once this file is there. */
  until: ({ rest }) => there(rest),
  wait: async ({ rest, signal }) => {
    await after(Number(rest), undefined, { signal }).catch(() => {});
    return signal.aborted ? { stopReason: 'cancelled' } : undefined;
  },
  /** later MS TEXT: a message after the turn, which no prompt asked for. */
  later: async ({ tell, session, rest }) => {
    const [ms, ...words] = rest.split(' ');
    void after(Number(ms)).then(async () => {
      await tell.working(true);
      await say(tell, session, newId('message'), words.join(' '));
      await tell.working(false);
    });
  },
  /** alone TITLE: works of itself after the turn, asks for permission, and says the answer. */
  alone: async ({ tell, session, rest }) => {
    void after(20).then(async () => {
      await tell.working(true);
      const chosen = await tell.ask(newId('call'), rest, options);
      await say(tell, session, newId('message'), `Alone: ${chosen ?? 'cancelled'}.`);
      await tell.working(false);
    });
  },
  /** later-disk FIRST SECOND PATH TEXT: after the turn, once there is the first file, it says so; once the second, it writes the disk. */
  'later-disk': async ({ tell, session, rest }) => {
    const [first = '', second = '', name = '', ...words] = rest.split(' ');
    void there(first).then(async () => {
      await tell.working(true);
      await say(tell, session, newId('message'), `Writing ${name}`);
      await there(second);
      writeFileSync(join(session.cwd, name), `${words.join(' ')}\n`);
      await tell.working(false);
    });
  },
  /** later-call FIRST SECOND PATH TEXT: the same by a call of this turn, of which it tells more; it says nothing else. */
  'later-call': async ({ tell, session, rest }) => {
    const [first = '', second = '', name = '', ...words] = rest.split(' ');
    const id = newId('call');
    await tell.call({ id, title: `Write ${name} later`, kind: 'execute', status: 'in_progress' });
    void there(first).then(async () => {
      await tell.working(true);
      await tell.call({ id, text: 'Writing.' });
      await there(second);
      writeFileSync(join(session.cwd, name), `${words.join(' ')}\n`);
      await tell.call({ id, status: 'completed' });
      await tell.working(false);
    });
  },
  /** flood COUNT: so many pieces of one message. */
  async flood({ tell, rest }) {
    const id = newId('message');
    for (let index = 0; index < Number(rest); index++) await tell.say('agent', id, `${index} `);
  },
  /** calls COUNT: so many edits, each told three times: as it is asked for, with its diff, and done. */
  async calls({ tell, session, rest }) {
    const lines = Array.from({ length: 20 }, (_, index) => `const value${index} = ${index};\n`);
    for (let index = 0; index < Number(rest); index++) {
      const [id, path] = [newId('call'), join(session.cwd, `edited-${index % 50}.ts`)];
      const after = lines.with(index % lines.length, `const changed = ${index};\n`).join('');
      const title = `Edit edited-${index % 50}.ts`;
      await tell.call({ id, title, kind: 'edit', status: 'pending', path, input: { path } });
      await tell.call({ id, status: 'in_progress', diff: { path, before: lines.join(''), after } });
      await tell.call({ id, status: 'completed' });
    }
  },
  /** now: says when it says so, in ms since 1970. */
  now: ({ tell, session }) =>
    say(tell, session, newId('message'), `${(performance.timeOrigin + performance.now()).toFixed(2)} `),
  /** stop REASON: ends the turn so. */
  stop: async ({ rest }) => ({ stopReason: rest }),

  // Everything wrong.
  /** Works until it is cancelled. */
  hang: async ({ signal }) => {
    await aborted(signal);
    return { stopReason: 'cancelled' };
  },
  /** Calls a cancelled turn a usual end, late. */
  deaf: async ({ signal, rest }) => {
    await aborted(signal);
    await after(Number(rest || '100'));
    return { stopReason: 'end_turn' };
  },
  /** last-words TITLE: works until it is cancelled; then it says more, asks and writes late.txt, and says how that went. */
  'last-words': async ({ tell, session, signal, rest }) => {
    const id = newId('message');
    await tell.say('agent', id, 'Working.');
    await aborted(signal);
    await tell.say('agent', id, ' Stopping.');
    const chosen = await tell.ask(newId('call'), rest, options);
    const written = await tell.write(join(session.cwd, 'late.txt'), 'late').then(
      () => 'written',
      () => 'not written',
    );
    await say(tell, session, newId('message'), ` Last: ${chosen ?? 'cancelled'}, ${written}.`);
    return { stopReason: 'cancelled' };
  },
  error: async ({ rest }) => ({ error: { code: -32603, message: rest, data: { reason: 'as told' } } }),
  /** sign-in: is refused for that, the first time in a session. */
  'sign-in': async ({ session }) => {
    if (session.hasWantedSignIn) return;
    session.hasWantedSignIn = true;
    return { error: { code: -32000, message: 'Authentication required' } };
  },
  crash: async ({ rest }) => {
    process.stderr.write('\u001b[31mIt broke.\u001b[0m\n');
    process.exit(Number(rest || '3'));
  },
  /** fork COMMAND: leaves a process behind. */
  fork: async ({ rest }) => void spawn('sh', ['-c', rest], { stdio: 'ignore' }),
  stderr: async ({ rest }) => void process.stderr.write(`${rest}\n`),
  /** Output that is no message. */
  stray: async ({ rest }) => void process.stdout.write(`${rest}\n{"broken": \n[1, 2]\n`),
  /** Updates of kinds that nobody knows, and of known ones with wrong fields. */
  async broken({ tell, session }) {
    await tell.raw({ sessionUpdate: 'dream_update', dream: 'sheep' });
    await tell.raw({ sessionUpdate: 'agent_message_chunk', messageId: 7, content: 'no block' });
    await tell.raw({ sessionUpdate: 'tool_call_update', toolCallId: null, status: 'completed' });
    await tell.raw({
      sessionUpdate: 'tool_call_update',
      toolCallId: 'bent',
      title: 9,
      kind: 'juggle',
      status: 'flying',
      content: [7, { type: 'content', content: { type: 'text', text: 'kept' } }],
    });
    await tell.raw({ sessionUpdate: 'usage_update', used: 'much' });
    await tell.raw(null);
    await tell.raw(
      { sessionUpdate: 'agent_message_chunk', messageId: 'm', content: { type: 'text', text: 'x' } },
      'nobody',
    );
    await say(tell, session, newId('message'), 'Still here.');
  },
};

async function there(path: string): Promise<void> {
  while (!existsSync(path)) await after(5);
}

async function aborted(signal: AbortSignal): Promise<void> {
  if (!signal.aborted) await new Promise((resolve) => signal.addEventListener('abort', resolve));
}

async function say(tell: Teller, session: TestSession, id: string | null, text: string): Promise<void> {
  for (const piece of text.split(/(?<= )/)) await tell.say('agent', id, piece);
  session.said.push({ by: 'agent', id: id ?? newId('message'), text });
}

/** The first text of a prompt, which has its steps, and what comes with it. */
export function wordsIn(blocks: readonly { readonly type: string; readonly text?: unknown }[]) {
  const texts = blocks.flatMap(({ type, text }) => (type === 'text' && typeof text === 'string' ? [text] : []));
  const others = blocks.flatMap(({ type }) => (type === 'text' ? [] : [`\n[${type}]`]));
  return { text: [texts[0] ?? '', ...others].join(''), told: texts.slice(1).join('') };
}

/** Does what the lines of a prompt say; a prompt without any step is said back. */
export async function doSteps(text: string, session: TestSession, tell: Teller): Promise<StepsEnd> {
  const lines = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const known = lines.flatMap((line) => {
    const [verb = '', ...words] = line.split(' ');
    const step = Object.hasOwn(steps, verb) ? steps[verb] : undefined;
    return step ? [{ step, rest: words.join(' ') }] : [];
  });
  if (known.length === 0) await say(tell, session, newId('message'), `You said: ${text}${session.told}`);
  const { signal } = session.turn;
  for (const { step, rest } of known) {
    const end = await step({ tell, session, signal, rest });
    if (end) return end as StepsEnd;
  }
  return { stopReason: 'end_turn' };
}
