import { expect, test } from 'vitest';
import type { AnswerView, TurnView, UnpromptedAnswer } from '../../../shared/contract/thread-view.ts';
import { madeBy } from './made-by.ts';

const answer = (model: string, modelName: string) => ({ model, modelName }) as AnswerView;
const turn = (promptId: string, ...answers: AnswerView[]) => ({ promptId, answers }) as unknown as TurnView;
const model = answer('x:y/z', 'Zed');
const agent = answer('agent/settings/one', 'One');

test('changes are those of who answered the turns that made them', () => {
  const note = { ...answer('agent/settings/two', 'Two'), afterPromptId: 'c' } as UnpromptedAnswer;
  const view = {
    turns: [turn('a', model), turn('b', agent), turn('c', agent, model)],
    branches: [],
    unprompted: [note],
  };
  const by = (prompts: string[], since?: string) =>
    madeBy(view, { checkpoints: prompts.map((promptId) => ({ promptId, fileCount: 1 })) }, since);
  expect(by(['a'])).toBe('the model');
  expect(by(['b'])).toBe('One');
  expect(by(['a', 'b'])).toBe('the model and One');
  expect(by(['a', 'b'], 'b')).toBe('One');
  expect(by(['c'])).toBe('One, the model, and Two');
  expect(by(['gone'])).toBe('the model');
});
