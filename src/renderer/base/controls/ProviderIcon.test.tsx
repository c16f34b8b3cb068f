import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { ProviderIcon } from './ProviderIcon.tsx';

test('an icon is a mask whose text cannot end the address it is in', () => {
  const markup = renderToStaticMarkup(<ProviderIcon icon={'<svg a="1"/>"); color: red; x: url("\ud800'} />);
  expect(markup).toContain('--icon:url(&quot;data:image/svg+xml,%3Csvg%20a%3D%221%22%2F%3E%22)%3B');
  expect(markup.match(/&quot;/g)).toHaveLength(2);
  expect(markup).not.toContain('<svg');
  expect(renderToStaticMarkup(<ProviderIcon icon={undefined} />)).toContain('<svg');
});
