import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { FailureCode } from '../../../../shared/contract/errors.ts';
import type { AnswerEnd } from '../../../../shared/contract/thread.ts';
import type { AnswerPart, AnswerView } from '../../../../shared/contract/thread-view.ts';
import { AnswerEnding } from './AnswerEnding.tsx';
import { FailureDetail } from './FailureDetail.tsx';

const shown = (end: AnswerEnd, parts: AnswerPart[] = []) =>
  renderToStaticMarkup(
    <AnswerEnding answer={{ parts, end, model: 'x:y/z' } as unknown as AnswerView} end={end} onRetry={undefined} />,
  ).replace(/<[^>]*>/g, '');

test('a model that declined is told with the words of its service, and never as an empty answer', () => {
  expect(shown({ type: 'stop', reason: 'refusal' })).toBe('The model declined to answer.');
  expect(shown({ type: 'stop', reason: 'refusal', explanation: 'This is about bombs' })).toBe(
    'The model declined to answer. Its service says: This is about bombs.',
  );
  expect(shown({ type: 'stop', reason: 'refusal', explanation: 'No!' }, [{ type: 'text', text: 'I' }])).toBe(
    'The model declined to answer. Its service says: No!',
  );
});

test('an answer without a word is told as empty, and one that was cut short as that', () => {
  expect(shown({ type: 'stop', reason: 'end-turn' })).toBe('The model gave an empty answer.');
  expect(shown({ type: 'stop', reason: 'end-turn' }, [{ type: 'text', text: 'Hi' }])).toBe('');
  expect(shown({ type: 'stop', reason: 'max-tokens' }, [{ type: 'text', text: 'Hi' }])).toBe(
    'The answer reached this model’s length limit.',
  );
});

test('what was stopped before it was sent again tells why it had failed, and who stopped it', () => {
  const failure = { code: 'provider-overloaded', message: 'Busy.' } as const;
  expect(shown({ type: 'stopped-by-person', failure })).toBe(
    'Busy.Stopped by you. The service is busy. Retry in a moment.',
  );
});

test('what a page of Settings mends leads there', () => {
  const failed = (code: FailureCode) => shown({ type: 'failed', failure: { code, message: 'No.' } });
  expect(failed('provider-auth')).toContain('Open Settings');
  expect(failed('agent-not-started')).toContain('Open Settings');
  expect(failed('network')).not.toContain('Open Settings');
});

test('the lines of a log that stand behind a failure scroll by keyboard', () => {
  expect(renderToStaticMarkup(<FailureDetail detail="Line" />)).toMatch(/<pre[^>]* tabindex="0"[^>]*>Line/i);
  expect(renderToStaticMarkup(<FailureDetail detail="" />)).toBe('');
});
