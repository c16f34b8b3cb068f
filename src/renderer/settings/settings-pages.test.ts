import { expect, test } from 'vitest';
import type { ProviderSnapshot } from '../../shared/contract/provider.ts';
import { pageAt, pagesOf } from './settings-pages.ts';

const provider = (extensionId: string, providerId: string): ProviderSnapshot => ({
  extensionId,
  extensionName: extensionId,
  providerId,
  name: providerId,
  models: [],
  isAuthenticated: true,
});

test('each provider has a page of its own; one that is gone leaves the first page', () => {
  const pages = pagesOf([provider('one', 'main'), provider('two', 'main')]);
  expect(pages.map(({ id }) => id)).toEqual([
    'appearance',
    'editor',
    'keyboard',
    'agent',
    'agents',
    'approvals',
    'one:main',
    'two:main',
    'extensions',
    'keys',
  ]);
  expect(pageAt(pages, 'two:main')?.id).toBe('two:main');
  expect(pageAt(pages, 'three:main')?.id).toBe('appearance');
  expect(pageAt(pages, null)?.id).toBe('appearance');
});
