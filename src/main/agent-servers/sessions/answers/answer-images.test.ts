import { expect, test } from 'vitest';
import type { AgentImage } from '../../../../shared/contract/agent-servers/agent-item.ts';
import type { AnswerView } from '../../../../shared/contract/thread-view.ts';
import { createAnswerImages } from './answer-images.ts';

const image = (id: string, bytes = 1): AgentImage => ({
  ...{ id, mediaType: 'image/png', data: 'AAAA', width: 1, height: 1, bytes },
});
const answerWith = (images: readonly AgentImage[]): AnswerView => ({
  ...{ id: 'a', promptId: 'p', model: 'm', modelName: 'M', startedAt: 1 },
  parts: images.map((one) => ({ type: 'agent-image', image: one })),
});
const many = (count: number, from = 0) => Array.from({ length: count }, (_, index) => image(`${index + from}`));

test('an image is kept once in each answer, also if it was there before the session was opened', () => {
  const images = createAnswerImages((id) => (id === 'a' ? answerWith([image('x')]) : undefined));
  expect(images.entriesOf('a', [image('x'), image('y'), image('y')])).toEqual([
    { kind: 'answer-agent-image', answerId: 'a', image: image('y') },
  ]);
  expect(images.entriesOf('a', [image('y')])).toEqual([]);
  expect(images.entriesOf('b', [image('x')])).toHaveLength(1);
});

test('more images, or more bytes, than an answer may have are only named', () => {
  const kept = (all: ReturnType<ReturnType<typeof createAnswerImages>['entriesOf']>) =>
    all.map((entry) => entry.kind === 'answer-agent-image' && entry.image.data !== undefined);
  const images = createAnswerImages(() => answerWith(many(15)));
  expect(kept(images.entriesOf('a', many(6, 15)))).toEqual([true, true, true, true, true, false]);
  const large = createAnswerImages(() => undefined);
  expect(kept(large.entriesOf('a', [image('1', 15_000_000), image('2', 6_000_000), image('3', 1)]))).toEqual([
    true,
    false,
    true,
  ]);
});
