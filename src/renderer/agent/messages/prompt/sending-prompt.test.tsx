import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { stubWindow } from '../../../base/window.fixture.ts';

stubWindow();
const { SendingPrompt } = await import('./SendingPrompt.tsx');

test('of a long prompt on its way its beginning is drawn, of a short one all of it', () => {
  const markup = (text: string) =>
    renderToStaticMarkup(<SendingPrompt prompt={{ id: 'p', text, images: [] } as never} />);
  expect(markup('Hello\nthere')).toContain('there');
  const long = markup(Array.from({ length: 20_000 }, (_, n) => `line ${n}`).join('\n'));
  expect(long).toContain('line 0');
  expect(long).not.toContain('line 19999');
});
