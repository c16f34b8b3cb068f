// It looks at the page when it is loaded: there is none yet.
import '@codemirror/view';
import { beforeEach, expect, test } from 'vitest';
import { type AppCommand, appCommands } from '../../../shared/contract/app-commands.ts';
import { stubWindow } from '../../base/window.fixture.ts';

stubWindow();
const { activateTab, putTab, useDocuments } = await import('../../editor/documents/documents-store.ts');
const { selectEntry, toggleSelected, useTreeFocus } = await import('../../tree/tree-focus.ts');
const { useWorkspace } = await import('../../base/workspace/workspace-store.ts');
const { isPossible } = await import('./possible-commands.ts');

const folder = { path: '/p', realPath: '/p', name: 'p', isTrusted: true, brings: [] };
const possible = () => appCommands.filter(isPossible);
const expectPossible = (...commands: readonly AppCommand[]) =>
  expect(possible()).toEqual(expect.arrayContaining([...commands]));
const expectNone = (...commands: readonly AppCommand[]) =>
  expect(possible().filter((command) => commands.includes(command))).toEqual([]);

beforeEach(() => {
  useWorkspace.setState(useWorkspace.getInitialState(), true);
  useDocuments.setState(useDocuments.getInitialState(), true);
  useTreeFocus.setState(useTreeFocus.getInitialState(), true);
});

test('in a bare app nothing is offered that has nothing to be done to', () => {
  expectPossible('file.new', 'folder.open', 'view.palette');
  expectNone('file.save', 'go.back', 'go.forward', 'go.toLastEdit', 'tree.newFile', 'tree.rename', 'edit.find');
});

test('in a folder what is new can be made; what is done to an entry waits for one', () => {
  useWorkspace.setState({ workspace: folder });
  const toEntry = ['tree.rename', 'tree.duplicate', 'tree.delete', 'tree.cut', 'tree.copyPath'] as const;
  expectPossible('tree.newFile', 'tree.newFolder', 'tree.collapseAll');
  expectNone(...toEntry, 'tree.paste', 'tree.undo', 'tree.showActive');
  selectEntry('/p/a.ts');
  expectPossible(...toEntry);
  toggleSelected('/p/b.ts');
  expectNone('tree.rename', 'tree.paste');
  useTreeFocus.setState({ clipboard: { paths: ['/p/a.ts'], isCut: false } });
  expectPossible('tree.paste');
});

test('with a file open what is done to it is offered', () => {
  useWorkspace.setState({ workspace: folder });
  putTab({ kind: 'opening', path: '/p/a.ts' });
  activateTab('/p/a.ts');
  expectPossible('file.save', 'tab.close', 'edit.find', 'tree.showActive');
});
