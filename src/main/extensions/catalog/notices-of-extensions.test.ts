import { beforeEach, expect, test } from 'vitest';
import type { Notice } from '../../../shared/contract/extensions/host-state.ts';
import { createNoticeBoard } from '../../notices/notice-board.ts';
import { parseManifest } from '../manifest/manifest-file.ts';
import { manifestText } from '../test-support/extension-folders.ts';
import { createConsentNotice } from './consent-notice.ts';
import type { DiscoveryProblem } from './discovery.ts';
import { createDiscoveryNotices } from './discovery-notices.ts';
import { createTrustNotice } from './trust-notice.ts';

const shown = new Map<string, Notice>();
let opened = 0;
const notices = createNoticeBoard((event) => {
  if (event.type === 'notice') shown.set(event.notice.id, event.notice);
  else shown.delete(event.noticeId);
});
const texts = () => [...shown.values()].map(({ text }) => text);
const dismissAll = () => [...shown.keys()].forEach(notices.dismiss);
const openView = () => {
  opened++;
};
/** The action of the one notice opens the view and removes the notice. */
function expectLeadsToView(): void {
  const [notice] = [...shown.values()];
  notices.act(notice?.id ?? '', notice?.actions[0]?.id ?? '');
  expect([opened, texts()]).toEqual([1, []]);
}
beforeEach(() => {
  dismissAll();
  opened = 0;
});

test('an extension that is left out is told once, and again when the reason is another', () => {
  const lines: string[] = [];
  const log = {
    write: (_level: string, _source: string, text: string) => void lines.push(text),
    tail: async () => '',
    flush: async () => undefined,
  };
  const tell = createDiscoveryNotices({ log, notices, openView });
  const problem = (reason: string): DiscoveryProblem => {
    return { file: '/x/extension.toml', line: 2, reason, rootPath: '/x', source: 'user' };
  };
  const found = (...problems: DiscoveryProblem[]) => ({ extensions: [], shadowed: [], problems, order: [] });
  tell(found(problem('no name')));
  expect(texts()).toEqual(['Could not load extension: /x/extension.toml:2: no name.']);
  dismissAll();
  tell(found(problem('no name')));
  expect([texts(), lines.length]).toEqual([[], 1]);
  tell(found(problem('no id')));
  expect(texts()).toEqual([expect.stringContaining('no id')]);
  tell(found());
  expect(texts()).toEqual([]);
  tell(found(problem('no id')));
  expectLeadsToView();
});

test('who waits for consent is told once, until others do', () => {
  const tell = createConsentNotice({ notices, openView });
  const waiting = (...ids: string[]) =>
    tell(
      ids.map((id) => {
        const read = parseManifest('extension.toml', manifestText(id));
        if ('problem' in read) throw new Error(read.problem.reason);
        return read.manifest;
      }),
    );
  waiting();
  expect(texts()).toEqual([]);
  waiting('a');
  expect(texts()).toEqual(['The extension Extension a is off until you allow what it asks for.']);
  dismissAll();
  waiting('a');
  expect(texts()).toEqual([]);
  waiting('a', 'b');
  expect(texts()).toEqual(['The extensions Extension a and Extension b are off until you allow what they ask for.']);
  waiting();
  expect(texts()).toEqual([]);
  waiting('a');
  expectLeadsToView();
});

test('a folder that brings extensions says so until it is trusted or another is open', () => {
  const tell = createTrustNotice({ notices, openView });
  const folder = { path: '/p', realPath: '/p', name: 'p', brings: ['extensions'] as const, isTrusted: false };
  tell({ ...folder, brings: [] });
  expect(texts()).toEqual([]);
  tell(folder);
  expect(texts()).toEqual([expect.stringContaining('The folder “p” has extensions of its own.')]);
  tell({ ...folder, brings: ['extensions', 'rules', 'prompts'] });
  expect(texts()).toEqual([expect.stringContaining('has extensions, rules for models and prompts of its own.')]);
  tell({ ...folder, isTrusted: true });
  expect(texts()).toEqual([]);
  tell(folder);
  expectLeadsToView();
});
