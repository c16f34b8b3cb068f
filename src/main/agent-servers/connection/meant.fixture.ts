import fc from 'fast-check';
import type { AgentUpdate } from '../../../shared/contract/agent-servers/agent-update.ts';
import { base64Of, pngHead } from '../../../shared/testing/small-images.ts';

/** Words, or an image of so many pixels in width. */
export type Piece = string | number;

/** Something that an agent means to tell, in the words of neither version. */
export type Meant = Kind & {
  readonly item: string;
  /** Once more, as it stands: what the version can tell only as a piece of it is not told again. */
  readonly isAgain?: true;
};

type Kind =
  /** `whole`: all that the message is with this piece; `isWhole`: version 2 tells that in its place. */
  | {
      readonly type: 'words';
      readonly by: 'agent' | 'thought';
      readonly text: Piece;
      readonly whole: readonly Piece[];
      readonly isWhole: boolean;
    }
  | { readonly type: 'call'; readonly title?: string; readonly status?: string }
  /** Of all that the call has to show, only this is new. */
  | { readonly type: 'added'; readonly text: Piece; readonly whole: readonly Piece[] }
  | { readonly type: 'permission'; readonly title: string }
  /** The person's, to what the call asked last. */
  | { readonly type: 'answer'; readonly option: string }
  | { readonly type: 'plan'; readonly steps: readonly string[] }
  /** In version 1 the app runs it. */
  | { readonly type: 'output'; readonly text: string }
  | { readonly type: 'notice'; readonly title: string }
  | { readonly type: 'compaction'; readonly status: string }
  /** What is so of the session from then on. */
  | { readonly type: 'fact'; readonly of: 'usage' | 'title' | 'commands' | 'mode'; readonly value: string }
  | { readonly type: 'noise' };

interface Written {
  readonly update?: unknown;
  readonly permission?: unknown;
  /** Of what the app does for the agent. */
  readonly told?: AgentUpdate;
}
type Write = (meant: Meant, isFirst: boolean) => Written;

export const block = (piece: Piece) =>
  typeof piece === 'string'
    ? { type: 'text', text: piece }
    : { type: 'image', data: base64Of(pngHead(piece, 1)), mimeType: 'image/png' };
const content = (piece: Piece) => ({ type: 'content', content: block(piece) });
const options = [
  { optionId: 'yes', name: 'Yes', kind: 'allow_once' },
  { optionId: 'no', name: 'No', kind: 'reject_once' },
];
const chunk = (by: 'agent' | 'thought') => (by === 'agent' ? 'agent_message_chunk' : 'agent_thought_chunk');
const noise = { update: { sessionUpdate: 'agent_message_chunk', messageId: 4, content: 'nothing' } };
const entries = (steps: readonly string[]) =>
  steps.map((step) => ({ content: step, priority: 'low', status: 'pending' }));

/** @param idOf what the id of an option is called */
function factUpdate({ of, value }: Extract<Meant, { type: 'fact' }>, idOf: 'id' | 'configId') {
  switch (of) {
    case 'usage':
      return { sessionUpdate: 'usage_update', used: value.length, size: 9 };
    case 'title':
      return { sessionUpdate: 'session_info_update', title: value };
    case 'commands':
      return { sessionUpdate: 'available_commands_update', availableCommands: [{ name: 'do', description: value }] };
    case 'mode':
      return {
        sessionUpdate: 'config_option_update',
        configOptions: [{ [idOf]: 'mode', name: 'Mode', type: 'select', currentValue: value, options: [] }],
      };
  }
}

export const writeV1: Write = (meant, isFirst) => {
  const toolCallId = meant.item;
  switch (meant.type) {
    case 'words':
      if (meant.isAgain) return {};
      return { update: { sessionUpdate: chunk(meant.by), messageId: meant.item, content: block(meant.text) } };
    case 'call': {
      const { title, status } = meant;
      return { update: { sessionUpdate: isFirst ? 'tool_call' : 'tool_call_update', toolCallId, title, status } };
    }
    case 'added':
      return { update: { sessionUpdate: 'tool_call_update', toolCallId, content: meant.whole.map(content) } };
    case 'permission':
      return { permission: { toolCall: { toolCallId, title: meant.title }, options } };
    case 'plan':
      return { update: { sessionUpdate: 'plan', entries: entries(meant.steps) } };
    case 'output':
      return meant.isAgain ? {} : { told: { type: 'terminal', terminal: { id: meant.item, added: meant.text } } };
    case 'notice':
      return { update: { sessionUpdate: 'notice', title: meant.title } };
    case 'compaction':
      return { update: { sessionUpdate: 'compaction_update', compactionId: meant.item, status: meant.status } };
    case 'fact':
      return { update: factUpdate(meant, 'id') };
    case 'answer':
      return {};
    case 'noise':
      return noise;
  }
};

export const writeV2: Write = (meant, isFirst) => {
  const toolCallId = meant.item;
  switch (meant.type) {
    case 'words': {
      if (!meant.isWhole && !meant.isAgain) return writeV1(meant, isFirst);
      const kind = meant.by === 'agent' ? 'agent_message' : 'agent_thought';
      return { update: { sessionUpdate: kind, messageId: meant.item, content: meant.whole.map(block) } };
    }
    case 'call': {
      const { title, status } = meant;
      return { update: { sessionUpdate: 'tool_call_update', toolCallId, title, status } };
    }
    case 'added':
      if (meant.isAgain) return writeV1(meant, isFirst);
      return { update: { sessionUpdate: 'tool_call_content_chunk', toolCallId, content: content(meant.text) } };
    case 'permission': {
      const { title } = meant;
      return { permission: { title, subject: { type: 'tool_call', toolCall: { toolCallId, title } }, options } };
    }
    case 'plan': {
      const plan = { type: 'items', planId: 'plan', entries: entries(meant.steps) };
      return { update: { sessionUpdate: 'plan_update', plan } };
    }
    case 'output': {
      if (meant.isAgain) return {};
      const data = Buffer.from(meant.text).toString('base64');
      return { update: { sessionUpdate: 'terminal_output_chunk', terminalId: meant.item, data } };
    }
    case 'fact':
      return { update: factUpdate(meant, 'configId') };
    case 'notice':
    case 'compaction':
    case 'answer':
    case 'noise':
      return writeV1(meant, isFirst);
  }
};

const few = fc.string({ unit: fc.constantFrom('a', 'ü', '*', ' '), minLength: 1, maxLength: 4 });
const piece = fc.oneof({ weight: 3, arbitrary: few }, { weight: 1, arbitrary: fc.integer({ min: 1, max: 3 }) });
/** The life of one item: what is told of it, in this order. */
const life: fc.Arbitrary<(item: string) => Meant[]> = fc.oneof(
  fc
    .tuple(
      fc.constantFrom('agent' as const, 'thought' as const),
      fc.array(fc.tuple(piece, fc.boolean()), { minLength: 1, maxLength: 5 }),
    )
    .map(([by, pieces]) => (item: string): Meant[] => {
      const whole: Piece[] = [];
      return pieces.map(([text, isWhole]): Meant => {
        whole.push(text);
        return { item, type: 'words', by, text, whole: [...whole], isWhole };
      });
    }),
  fc
    .tuple(
      few,
      fc.array(
        fc.oneof(
          piece.map((text) => ({ text })),
          fc.constant({ ask: true }),
        ),
        { maxLength: 4 },
      ),
      fc.constantFrom('completed', 'failed'),
    )
    .map(([title, steps, status]) => (item: string): Meant[] => {
      const whole: Piece[] = [];
      // It is answered after what the call shows next.
      let answers: Meant[] = [];
      const middle = steps.flatMap((step): Meant[] => {
        const before = answers;
        answers = [];
        if ('ask' in step) {
          answers = [{ item, type: 'answer', option: status === 'failed' ? 'no' : 'yes' }];
          return [...before, { item, type: 'permission', title: `${title}?` }];
        }
        whole.push(step.text);
        return [{ item, type: 'added', text: step.text, whole: [...whole] }, ...before];
      });
      middle.push(...answers);
      return [{ item, type: 'call', title, status: 'pending' }, ...middle, { item, type: 'call', status }];
    }),
  // The permission is the first that is told of it.
  few.map((title) => (item: string): Meant[] => [
    { item, type: 'permission', title },
    { item, type: 'answer', option: 'yes' },
    { item, type: 'call', status: 'completed' },
  ]),
  fc.array(few, { minLength: 1, maxLength: 3 }).map((steps) => (): Meant[] => [{ item: 'plan', type: 'plan', steps }]),
  fc
    .array(few, { minLength: 1, maxLength: 3 })
    .map((texts) => (item: string) => texts.map((text): Meant => ({ item, type: 'output', text }))),
  few.map((title) => (item: string): Meant[] => [{ item, type: 'notice', title }]),
  fc.constant((item: string): Meant[] =>
    ['in_progress', 'completed'].map((status) => ({ item, type: 'compaction', status })),
  ),
  fc.tuple(fc.constantFrom('usage', 'title', 'commands', 'mode'), few).map(([of, value]) => (item: string): Meant[] => [
    { item, type: 'fact', of, value },
  ]),
  fc.constant((item: string): Meant[] => [{ item, type: 'noise' }]),
);

const isOnce = (type: Meant['type']) => type === 'permission' || type === 'answer' || type === 'notice';
/** The same, with some of it told again before what comes next of the item. */
const repeating = fc.tuple(life, fc.array(fc.boolean(), { minLength: 1, maxLength: 5 })).map(
  ([make, repeats]) =>
    (item: string): Meant[] =>
      make(item).flatMap((one, at) =>
        repeats[at % repeats.length] && !isOnce(one.type) ? [one, { ...one, isAgain: true }] : [one],
      ),
);

/** Lives of the items of two sessions, shuffled, each in its own order. */
export const interleaved = fc
  .tuple(
    fc.array(fc.tuple(repeating, fc.constantFrom('a', 'b')), { maxLength: 6 }),
    fc.array(fc.nat(), { minLength: 60, maxLength: 60 }),
  )
  .map(([lives, picks]) => {
    const waiting = lives.map(([make, session], index) => make(`item${index}`).map((one) => ({ ...one, session })));
    const order: (Meant & { session: string })[] = [];
    for (let turn = 0; waiting.some((rest) => rest.length > 0); turn++) {
      const left = waiting.filter((rest) => rest.length > 0);
      const next = left[(picks[turn % picks.length] ?? 0) % left.length]?.shift();
      if (next) order.push(next);
    }
    return order;
  });
