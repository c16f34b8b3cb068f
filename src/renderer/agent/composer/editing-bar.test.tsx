import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { EditingBar } from './EditingBar.tsx';

const shown = (isBusy: boolean, agentName: string | null) =>
  renderToStaticMarkup(<EditingBar isBusy={isBusy} agentName={agentName} onCancel={() => {}} />).replace(
    /<[^>]*>/g,
    '',
  );

test('who edits a message is told that an agent gets it as a further one', () => {
  expect(shown(false, null)).toContain('What came after it is kept.');
  expect(shown(false, 'Bird')).toContain('Bird gets it as a further message: it remembers what came after');
  expect(shown(true, 'Bird')).toContain('Stop the answer to send it.');
});
