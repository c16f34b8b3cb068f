import { useEffect, useMemo, useRef, useState } from 'react';
import { LinkContext, type LinkEnvironment } from '../../agent/markdown/link-environment.ts';
import { Markdown } from '../../agent/markdown/Markdown.tsx';
import { appLinks, useProjectRoot } from '../../agent/panel/app-links.ts';
import { isAbsolutePath, parentPath, visibleBaseName } from '../../base/paths.ts';
import { focusEditor, mountPreview } from '../panes/pane-views.ts';
import { currentText, followSessions } from '../sessions.ts';
import styles from './MarkdownPreview.module.css';
import { togglePreview } from './markdown.ts';

/** Milliseconds after a change until it is shown. */
const pause = 200;

/** A Markdown document as it reads, by the renderer of answers. Its links are relative to its folder. */
export default function MarkdownPreview({ pane, path }: { readonly pane: number; readonly path: string }) {
  const [text, setText] = useState(() => textOf(path));
  const root = useProjectRoot();
  const links = useMemo(() => linksFrom(path, appLinks(root)), [path, root]);
  const view = useRef<HTMLElement>(null);
  useEffect(() => (view.current ? mountPreview(pane, view.current) : undefined), [pane]);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    setText(textOf(path));
    view.current?.focus({ preventScroll: true });
    const undo = followSessions({
      edited: (edited) => {
        if (edited !== path) return;
        clearTimeout(timer);
        timer = setTimeout(() => setText(textOf(path)), pause);
      },
    });
    return () => {
      undo();
      clearTimeout(timer);
    };
  }, [path]);
  return (
    <section
      ref={view}
      aria-label={`Preview of ${visibleBaseName(path)}`}
      className={styles.view}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it is scrolled by keys
      tabIndex={0}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.preventDefault();
        togglePreview(path, pane);
        focusEditor();
      }}
    >
      <LinkContext value={links}>
        <Markdown key={text} text={text} isStreaming={false} />
      </LinkContext>
    </section>
  );
}

/** Links whose paths are relative to the folder of a file. */
function linksFrom(path: string, links: LinkEnvironment): LinkEnvironment {
  const { showDirectory } = links;
  const at = (target: string) => (isAbsolutePath(target) ? target : `${parentPath(path)}/${target}`);
  return {
    ...links,
    openFile: (target, position) => links.openFile(at(target), position),
    inspect: (target) => links.inspect(at(target)),
    ...(showDirectory && { showDirectory: (target) => showDirectory(at(target)) }),
  };
}

const textOf = (path: string): string => currentText(path)?.toString() ?? '';
