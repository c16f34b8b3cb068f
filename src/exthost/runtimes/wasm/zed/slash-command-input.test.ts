import { expect, test } from 'vitest';
import type { ApiVersion } from '../../../../shared/contract/extensions/compiled-component.ts';
import { completionInput } from './slash-command-input.ts';

const of = (argument: string, apiVersion?: ApiVersion) => completionInput({ apiVersion }, argument);

test('an argument is completed word by word, in Zed’s first versions as one text', () => {
  for (const version of [undefined, [0, 2, 0], [0, 8, 0]] as const) {
    expect(of('', version)).toEqual({ before: '', typed: [''], last: '' });
    expect(of(' one  tw', version)).toEqual({ before: ' one  ', typed: ['one', 'tw'], last: 'tw' });
    expect(of('one ', version)).toEqual({ before: 'one ', typed: ['one', ''], last: '' });
  }
  expect(of(' one  tw', [0, 1, 0])).toEqual({ before: ' ', typed: 'one  tw', last: 'one  tw' });
  expect(of('', [0, 1, 0])).toEqual({ before: '', typed: '', last: '' });
});
