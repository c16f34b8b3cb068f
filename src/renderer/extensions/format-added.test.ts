import { expect, test } from 'vitest';
import { nothingDeclared } from '../../shared/contract/extensions/contribution-kinds.ts';
import { formatAdded } from './format-added.ts';

const extension = {
  id: 'shore',
  rootPath: '/ext/shore',
  status: 'in-use',
  contributes: { ...nothingDeclared, slashCommands: ['/shore'], agentServers: [], snippets: [], settings: [] },
} as const;
const found = {
  languages: [
    { extensionId: 'shore', name: 'Reed' },
    { extensionId: 'other', name: 'Oak' },
  ],
  themes: [
    { value: '/ext/shore/themes/shore.json#Shore', label: 'Shore' },
    { value: '/ext/shore/themes/shore.json#Shore Night', label: 'Shore \u202eNight' },
    { value: '/ext/shore-2/themes/shore.json#Sand', label: 'Sand' },
  ],
};

test('languages, themes and snippets that lie in an extension are named with what its manifest declares', () => {
  expect(formatAdded(extension, found)).toBe(
    '1 slash command (/shore); 1 language (Reed); 2 themes (Shore, Shore ⟨U+202E⟩Night)',
  );
  const contributes = { ...extension.contributes, agentServers: ['Gull'], snippets: ['rust.json', 'snippets.json'] };
  expect(formatAdded({ ...extension, contributes }, { languages: [], themes: [] })).toBe(
    '1 slash command (/shore); 1 agent (Gull); 2 snippet files (rust.json, snippets.json)',
  );
  const windows = { ...extension, rootPath: 'C:\\ext\\shore' };
  const themes = [{ value: 'C:\\ext\\shore\\themes\\shore.json', label: 'shore' }];
  expect(formatAdded(windows, { languages: [], themes })).toContain('1 theme (shore)');
});

test('what is not used has no languages, which are those of the other with its id', () => {
  expect(formatAdded({ ...extension, status: 'shadowed' }, { ...found, themes: [] })).toBe('1 slash command (/shore)');
});

test('of many some are named', () => {
  const languages = Array.from({ length: 30 }, (_, index) => ({ extensionId: 'shore', name: `L${index}` }));
  expect(formatAdded(extension, { languages, themes: [] })).toMatch(/; 30 languages \(L0, .*, L19, …\)$/);
});
