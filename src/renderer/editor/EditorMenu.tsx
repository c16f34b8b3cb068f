import { selectAll } from '@codemirror/commands';
import type { EditorView } from '@codemirror/view';
import { type KeyboardEvent, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { keyOf, requestCommand } from '../app/commands.ts';
import { isMac } from '../app/environment.ts';
import { formatKey } from '../app/keys.ts';
import { api } from '../bridge.ts';
import styles from './EditorMenu.module.css';
import { focusEditor, runInEditor, shownDocument } from './sessions.ts';

interface MenuItem {
  readonly label: string;
  readonly key: string | undefined;
  readonly isOff?: boolean;
  run(): unknown;
}

/** What can be done with the text; the editor has the keyboard again by then. */
function itemsNow(): readonly (MenuItem | null)[] {
  const state = shownDocument()?.state;
  const isReadOnly = state?.readOnly ?? true;
  const key = (binding: string) => formatKey(binding, isMac);
  return [
    { label: 'Cut', key: key('Mod+X'), isOff: isReadOnly, run: () => document.execCommand('cut') },
    { label: 'Copy', key: key('Mod+C'), run: () => document.execCommand('copy') },
    { label: 'Paste', key: key('Mod+V'), isOff: isReadOnly, run: () => api.app.paste() },
    { label: 'Select All', key: key('Mod+A'), run: () => runInEditor(selectAll) },
    null,
    {
      label: 'Add to Agent Thread',
      key: keyOf('agent.addSelection'),
      run: () => requestCommand('agent.addSelection'),
    },
  ];
}

/** The menu of the text, where the pointer or the cursor is. @param host the element that holds the editor */
export function EditorMenu({ host }: { readonly host: RefObject<HTMLElement | null> }) {
  const [place, setPlace] = useState<{ readonly x: number; readonly y: number } | null>(null);
  useEffect(() => {
    const element = host.current;
    const onContextMenu = (event: MouseEvent) => {
      if (!shownDocument()) return;
      event.preventDefault();
      runInEditor((view) => putCursor(view, event));
      setPlace({ x: event.clientX, y: event.clientY });
    };
    element?.addEventListener('contextmenu', onContextMenu);
    return () => element?.removeEventListener('contextmenu', onContextMenu);
  }, [host]);
  return place && <Menu place={place} onClose={() => setPlace(null)} />;
}

/** The menu is for the place that was pressed, unless that is selected. The menu key presses where the cursor is. */
function putCursor(view: EditorView, { button, clientX: x, clientY: y }: MouseEvent): boolean {
  const at = button === 2 ? view.posAtCoords({ x, y }) : null;
  if (at === null || view.state.selection.ranges.some(({ from, to }) => from <= at && at <= to && from < to))
    return false;
  view.dispatch({ selection: { anchor: at } });
  return true;
}

interface MenuProps {
  readonly place: { readonly x: number; readonly y: number };
  onClose(): void;
}

function Menu({ place, onClose }: MenuProps) {
  const menu = useRef<HTMLDivElement>(null);
  const [items] = useState(itemsNow);
  const [at, setAt] = useState(place);
  useLayoutEffect(() => {
    const box = menu.current?.getBoundingClientRect();
    if (!box) return;
    setAt({
      x: Math.max(Math.min(place.x, window.innerWidth - box.width - 4), 0),
      y: place.y + box.height > window.innerHeight ? Math.max(place.y - box.height, 0) : place.y,
    });
    menu.current?.querySelector<HTMLElement>('[role="menuitem"]:enabled')?.focus();
  }, [place]);
  useEffect(() => {
    const close = ({ target }: Event) => {
      if (!(target instanceof Node && menu.current?.contains(target))) onClose();
    };
    window.addEventListener('pointerdown', close, { capture: true });
    window.addEventListener('blur', onClose);
    return () => {
      window.removeEventListener('pointerdown', close, { capture: true });
      window.removeEventListener('blur', onClose);
    };
  }, [onClose]);

  const leave = () => {
    onClose();
    focusEditor();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const buttons = [...(menu.current?.querySelectorAll<HTMLElement>('[role="menuitem"]:enabled') ?? [])];
    const present = buttons.indexOf(document.activeElement as HTMLElement);
    const next = { ArrowDown: present + 1, ArrowUp: present - 1, Home: 0, End: -1 }[event.key];
    if (event.key === 'Escape' || event.key === 'Tab') leave();
    else if (next !== undefined) buttons.at(next % buttons.length)?.focus();
    else return;
    event.preventDefault();
  };
  return (
    <div
      ref={menu}
      role="menu"
      aria-label="Text"
      className={styles.menu}
      style={{ left: at.x, top: at.y }}
      onKeyDown={onKeyDown}
      onContextMenu={(event) => event.preventDefault()}
    >
      {items.map((item) =>
        item ? (
          <button
            key={item.label}
            type="button"
            role="menuitem"
            tabIndex={-1}
            disabled={item.isOff}
            className={styles.item}
            onClick={() => {
              leave();
              item.run();
            }}
          >
            {item.label}
            <kbd aria-hidden className={styles.key}>
              {item.key}
            </kbd>
          </button>
        ) : (
          <hr key="line" className={styles.line} />
        ),
      )}
    </div>
  );
}
