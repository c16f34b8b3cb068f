import { useEffect, useMemo, useRef, useState } from 'react';
import { visibleName } from '../../../shared/visible-text.ts';
import { mayInspect } from '../../agent/markdown/describe-link.ts';
import { ImageContext } from '../../agent/markdown/image-source.ts';
import { LinkContext, type LinkEnvironment } from '../../agent/markdown/link-environment.ts';
import { Markdown } from '../../agent/markdown/Markdown.tsx';
import { appLinks, useProjectRoot } from '../../agent/panel/app-links.ts';
import { notify } from '../../base/notices/notices-store.ts';
import { isAbsolutePath, parentPath, visibleBaseName } from '../../base/paths.ts';
import { focusEditor, mountPreview } from '../panes/pane-views.ts';
import { currentText, followSessions } from '../sessions.ts';
import { withFrontMatterAsCode } from './front-matter.ts';
import { headingsOf } from './headings.ts';
import styles from './MarkdownPreview.module.css';
import { previewTakesKeyboard, togglePreview } from './markdown.ts';
import { createPreviewImages } from './preview-images.ts';

/** Milliseconds after a change until it is shown. */
const pause = 200;

/** A Markdown document as it reads, by the renderer of answers. Its links are relative to its folder. */
export default function MarkdownPreview({ pane, path }: { readonly pane: number; readonly path: string }) {
  const [text, setText] = useState(() => textOf(path));
  const root = useProjectRoot();
  const view = useRef<HTMLElement>(null);
  const links = useMemo<LinkEnvironment>(
    () => ({
      ...linksFrom(path, appLinks(root)),
      goToHeading: (name) => goToHeading(view.current, textOf(path), name),
    }),
    [path, root],
  );
  const images = useMemo(() => {
    const at = besideOf(path);
    return createPreviewImages(links.platform, (target) => (mayInspect(at(target), root) ? at(target) : null));
  }, [links, path, root]);
  useEffect(() => () => images.dispose(), [images]);
  const shown = useMemo(() => withFrontMatterAsCode(text), [text]);
  useEffect(() => (view.current ? mountPreview(pane, view.current) : undefined), [pane]);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    setText(textOf(path));
    if (previewTakesKeyboard(path)) view.current?.focus({ preventScroll: true });
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
        <ImageContext value={images.source}>
          <Markdown key={shown} text={shown} isStreaming={false} />
        </ImageContext>
      </LinkContext>
    </section>
  );
}

/** Brings a heading to the upper edge, with the focus: from there Tab goes on to the next link. */
function goToHeading(view: HTMLElement | null, text: string, name: string): void {
  const at = headingsOf(text).findIndex(({ slug }) => slug === name);
  const heading = view?.querySelectorAll<HTMLElement>('h3, h4, h5, h6')[at];
  if (!heading) return void notify({ severity: 'info', text: `There is no heading “${visibleName(name)}” here.` });
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
  heading.scrollIntoView({ block: 'start' });
}

/** Links whose paths are relative to the folder of a file. */
function linksFrom(path: string, links: LinkEnvironment): LinkEnvironment {
  const { showDirectory } = links;
  const at = besideOf(path);
  return {
    ...links,
    openFile: (target, place) => links.openFile(at(target), place),
    inspect: (target) => links.inspect(at(target)),
    ...(showDirectory && { showDirectory: (target) => showDirectory(at(target)) }),
  };
}

/** The path that one in a file means. */
const besideOf = (path: string) => (target: string) =>
  isAbsolutePath(target) ? target : `${parentPath(path)}/${target}`;

const textOf = (path: string): string => currentText(path)?.toString() ?? '';
