import { expect, test } from 'vitest';
import { createUnansweredRequests } from './unanswered-requests.ts';

test('what is asked for and not answered is bounded in number and length, and answers make room', () => {
  const requests = createUnansweredRequests();
  const large = 60 * 1024 * 1024;
  for (let each = 0; each < 10; each++) {
    requests.asked(1, large);
    requests.asked(1, 1);
    requests.answered(1);
    requests.answered('no such');
    requests.answered(1);
  }
  requests.asked('a', large);
  requests.asked('a', large);
  expect(() => requests.asked('b', large)).toThrow('asked for things in more than 128 million characters');
});
