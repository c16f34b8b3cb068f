import { beforeEach, expect, test } from 'vitest';
import { stubWindow } from '../window.fixture.ts';

const dismissed: string[] = [];
const done: string[] = [];
stubWindow({
  notices: {
    async dismiss(id: string) {
      dismissed.push(id);
      // As main does.
      withdrawNotice(id);
    },
    act: async (id: string, action: string) => void done.push(`${id} ${action}`),
  },
});
const store = await import('./notices-store.ts');
const { useNotices, notify, showNotice, passNotice, dismissNotice, withdrawNotice, forgetAllNotices } = store;

const words = () =>
  useNotices
    .getState()
    .notices.map(
      ({ text, actions, isOnScreen, isUnseen }) =>
        `${text}${actions.map(({ label }) => ` [${label}]`).join('')}${isOnScreen ? ' on screen' : ''}${isUnseen ? ' unseen' : ''}`,
    );
const idOf = (text: string) => useNotices.getState().notices.find((notice) => notice.text === text)?.id ?? '';
const undo = { label: 'Undo', run: () => void done.push('undo') };
const log = { id: 'log', label: 'Show log' };

beforeEach(() => {
  useNotices.setState(useNotices.getInitialState(), true);
  dismissed.length = 0;
  done.length = 0;
});

test('what passes stays in the list with what it offers, unseen until the list is opened', () => {
  notify({ severity: 'info', text: 'Deleted.', actions: [undo] });
  notify({ severity: 'info', text: 'Exported.' });
  showNotice({ id: 'm', severity: 'info', text: 'Back.', actions: [log] });
  for (const text of ['Deleted.', 'Exported.', 'Back.']) passNotice(idOf(text));
  expect(words()).toEqual(['Deleted. [Undo] unseen', 'Exported. unseen', 'Back. [Show log] unseen']);
  store.openNoticeList();
  expect(words()).toEqual(['Deleted. [Undo]', 'Exported.', 'Back. [Show log]']);
  for (const { actions } of useNotices.getState().notices) actions[0]?.run();
  expect(words()).toEqual(['Exported.', 'Back. [Show log]']);
  expect(done).toEqual(['undo', 'm log']);
  expect(dismissed).toEqual([]);
});

test('what is dismissed is gone, unless it has something to offer still', () => {
  notify({ severity: 'error', text: 'Not deleted.' });
  notify({ severity: 'info', text: 'Deleted.', actions: [undo] });
  showNotice({ id: 'm', severity: 'warning', text: 'Stopped.', actions: [log] });
  for (const text of ['Not deleted.', 'Deleted.', 'Stopped.']) dismissNotice(idOf(text));
  // Main's read notices are dismissed.
  expect(words()).toEqual(['Deleted. [Undo]', 'Stopped.']);
  expect(dismissed).toEqual(['m']);
});

test('what went on when it was dismissed counts on no more, and is cleared with the others', () => {
  showNotice({ id: 'm', severity: 'warning', text: 'Not responding.', since: 1, actions: [log] });
  dismissNotice('m');
  expect(useNotices.getState().notices.map(({ since }) => since)).toEqual([undefined]);
  forgetAllNotices();
  expect(words()).toEqual([]);
});

test('what waits for the person stays in the list until it is withdrawn', () => {
  const open = { id: 'open', label: 'Open the folder' };
  showNotice({ id: 'a', severity: 'info', text: 'Asks.', actions: [open], isPending: true });
  showNotice({ id: 'b', severity: 'info', text: 'Asks, too.', actions: [], isPending: true });
  dismissNotice('a');
  store.forgetNotice('a');
  passNotice('b');
  forgetAllNotices();
  for (let at = 0; at <= store.maxNotices; at += 1) {
    notify({ severity: 'info', text: `${at}` });
    passNotice(idOf(`${at}`));
  }
  expect(words().slice(0, 3)).toEqual(['Asks. [Open the folder]', 'Asks, too. unseen', '3 unseen']);
  dismissNotice('b');
  for (const { actions } of useNotices.getState().notices) actions[0]?.run();
  expect([done, dismissed]).toEqual([['a open'], []]);
  withdrawNotice('a');
  withdrawNotice('b');
  expect(words()[0]).toBe('3 unseen');
});

test('main hears of what has passed and asks nothing, so that it does not come back with the window', () => {
  showNotice({ id: 'm', severity: 'info', text: 'One.', actions: [] });
  passNotice('m');
  expect(dismissed).toEqual(['m']);
  showNotice({ id: 'm', severity: 'info', text: 'Two.', actions: [] });
  expect(words()).toEqual(['One. unseen', 'Two. on screen']);
});

test('opening the list takes away what would pass anyway, and neither it nor clearing it ends what goes on', () => {
  showNotice({ id: 'm', severity: 'warning', text: 'Not responding.', since: 1, actions: [log] });
  notify({ severity: 'error', text: 'Not saved.', actions: [{ label: 'Save As…', run: () => {} }] });
  notify({ severity: 'info', text: 'Exported.' });
  store.openNoticeList();
  const [lasting, error] = ['Not responding. [Show log] on screen', 'Not saved. [Save As…] on screen'];
  expect(words()).toEqual([lasting, error, 'Exported.']);
  forgetAllNotices();
  expect(words()).toEqual([lasting]);
  withdrawNotice('m');
  expect(words()).toEqual([]);
});

test('news of what is in the list is on screen again, as the newest', () => {
  showNotice({ id: 'm', severity: 'warning', text: 'Stopped.', actions: [log] });
  passNotice('m');
  notify({ severity: 'info', text: 'Exported.' });
  showNotice({ id: 'm', severity: 'info', text: 'Running again.', actions: [log] });
  expect(words()).toEqual(['Exported. on screen', 'Running again. [Show log] on screen']);
});

test('what stands in the words of an older one is not withdrawn in its place', () => {
  const withdraw = notify({ severity: 'info', text: 'Restored.', actions: [undo] });
  notify({ severity: 'info', text: 'Restored.', actions: [undo] });
  withdraw();
  expect(words()).toEqual(['Restored. [Undo] on screen']);
});

test('what asks for a decision lies over the editor, then the newest, and the others follow when these have left', () => {
  const split = () => {
    const { shown, more } = store.splitOnScreen(useNotices.getState().notices);
    return [shown, more].map((some) => some.map(({ text }) => text).join(' '));
  };
  expect(split()).toEqual(['', '']);
  notify({ severity: 'error', text: '1', actions: [undo] });
  for (const text of ['2', '3', '4', '5']) notify({ severity: 'info', text });
  expect(split()).toEqual(['1 4 5', '2 3']);
  notify({ severity: 'error', text: '6', actions: [undo] });
  showNotice({ id: 'm', severity: 'info', text: '7', isPending: true, actions: [] });
  expect(split()).toEqual(['1 6 7', '2 3 4 5']);
  dismissNotice(idOf('7'));
  expect(split()).toEqual(['1 5 6', '2 3 4']);
  passNotice(idOf('5'));
  expect(split()).toEqual(['1 4 6', '2 3']);
  // Transient notices count as read in the list; those that need an answer stay.
  store.openNoticeList();
  expect(split()).toEqual(['1 6', '']);
});

test('the oldest that has left the screen makes room', () => {
  for (let at = 0; at <= store.maxNotices; at += 1) {
    notify({ severity: 'info', text: `${at}` });
    if (at > 0) passNotice(idOf(`${at}`));
  }
  expect(useNotices.getState().notices).toHaveLength(store.maxNotices);
  expect(words().slice(0, 2)).toEqual(['0 on screen', '2 unseen']);
});
