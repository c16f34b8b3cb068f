import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { RemoveButton } from './RemoveButton.tsx';

test('a row that has just come under the pointer is not removed by the press for the one before', () => {
  const onRemove = () => {};
  expect(renderToStaticMarkup(<RemoveButton label="Remove a" among={['a', 'b']} onRemove={onRemove} />)).toContain(
    'aria-disabled="true"',
  );
});
