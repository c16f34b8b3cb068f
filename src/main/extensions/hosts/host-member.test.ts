import { expect, test } from 'vitest';
import { manifestOf } from '../api/test-support/manifests.ts';
import { HostMember } from './host-member.ts';

test('a host is told which slash commands give documentation, and of which providers', () => {
  const manifest = {
    ...manifestOf('one'),
    slash_commands: {
      own: { description: 'Own.', argument: '' },
      'docs-larch': { description: 'Larch.', argument: '<package>', docs_provider: 'larch.rs' },
    },
  };
  const extension = { manifest, rootPath: '/x', source: 'user' } as const;
  expect(new HostMember(extension, []).open.docs).toEqual({ 'docs-larch': 'larch.rs' });
});
