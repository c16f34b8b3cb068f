import { selectAll } from '@codemirror/commands';
import type { EditorView } from '@codemirror/view';
import { type RefObject, useEffect, useState } from 'react';
import { commandTable } from '../../shared/contract/app-commands.ts';
import { keyOf, requestCommand } from '../base/commands/commands.ts';
import { formatKey } from '../base/commands/keys.ts';
import { Menu, type MenuItem, type Point } from '../base/controls/Menu.tsx';
import { isMac } from '../base/environment.ts';
import { api } from '../bridge.ts';
import { focusEditor, runInEditor, shownDocument } from './panes/pane-views.ts';

/** Items for the present selection; the editor has the focus again before one of them runs. */
function itemsNow(): readonly (MenuItem | null)[] {
  const state = shownDocument()?.state;
  const isReadOnly = state?.readOnly ?? true;
  const key = (binding: string) => formatKey(binding, isMac);
  return [
    { label: 'Cut', shortcut: key('Mod+X'), isDisabled: isReadOnly, run: () => document.execCommand('cut') },
    { label: 'Copy', shortcut: key('Mod+C'), run: () => document.execCommand('copy') },
    { label: 'Paste', shortcut: key('Mod+V'), isDisabled: isReadOnly, run: () => api.app.paste() },
    { label: 'Select All', shortcut: key('Mod+A'), run: () => runInEditor(selectAll) },
    null,
    {
      label: commandTable['agent.addSelection'].title,
      shortcut: keyOf('agent.addSelection'),
      run: () => requestCommand('agent.addSelection'),
    },
  ];
}

/** The context menu of the text, at the pointer or the cursor. @param host the element that holds the editor */
export function EditorMenu({ host }: { readonly host: RefObject<HTMLElement | null> }) {
  const [open, setOpen] = useState<{ readonly at: Point; readonly items: readonly (MenuItem | null)[] } | null>(null);
  useEffect(() => {
    const element = host.current;
    const onContextMenu = (event: MouseEvent) => {
      if (!shownDocument()) return;
      event.preventDefault();
      runInEditor((view) => putCursor(view, event));
      setOpen({ at: { x: event.clientX, y: event.clientY }, items: itemsNow() });
    };
    element?.addEventListener('contextmenu', onContextMenu);
    return () => element?.removeEventListener('contextmenu', onContextMenu);
  }, [host]);
  const close = (refocuses: boolean) => {
    setOpen(null);
    if (refocuses) focusEditor();
  };
  return open && <Menu label="Text" items={open.items} at={open.at} onClose={close} />;
}

/** Moves the cursor to the place that was pressed, unless that is selected. The menu key leaves it where it is. */
function putCursor(view: EditorView, { button, clientX: x, clientY: y }: MouseEvent): boolean {
  const at = button === 2 ? view.posAtCoords({ x, y }) : null;
  if (at === null || view.state.selection.ranges.some(({ from, to }) => from <= at && at <= to && from < to))
    return false;
  view.dispatch({ selection: { anchor: at } });
  return true;
}
