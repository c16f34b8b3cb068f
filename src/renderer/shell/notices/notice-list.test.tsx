import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { KeptNotice } from '../../base/notices/notices-store.ts';
import { stubWindow } from '../../base/window.fixture.ts';

stubWindow({ notices: {} });
const { useNotices } = await import('../../base/notices/notices-store.ts');
const { NoticeRows } = await import('./NoticeList.tsx');

const notice = (id: string, more: Partial<KeptNotice> = {}): KeptNotice => ({
  ...{ id, severity: 'info', text: id, actions: [], isOfMain: true, at: 0, isOnScreen: false, isUnseen: false },
  ...more,
});

test('what waits for the person cannot be dismissed from the list, as it would be asked for no more', () => {
  useNotices.setState({ notices: [notice('asks', { isPending: true }), notice('told')] });
  const drawn = renderToStaticMarkup(
    <NoticeRows notices={useNotices.getState().notices} onAct={() => {}} onGone={() => {}} />,
  );
  expect(drawn.match(/<li.*?<\/li>/gs)?.map((row) => [/asks|told/.exec(row)?.[0], row.includes('Dismiss')])).toEqual([
    ['told', true],
    ['asks', false],
  ]);
});
