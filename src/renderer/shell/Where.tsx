import { ChevronRight, Dot } from 'lucide-react';
import { useLayoutEffect, useRef, useState } from 'react';
import type { Workspace } from '../../shared/contract/documents/document.ts';
import { visibleName } from '../../shared/visible-text.ts';
import { classNames } from '../base/class-names.ts';
import { visiblePath, whereaboutsOf } from '../base/paths.ts';
import { areFolded } from './folded-folders.ts';
import styles from './Where.module.css';

export interface WhereProps {
  readonly workspace: Workspace | null;
  /** Key of the document in front. */
  readonly path: string | null;
}

/** Project, folders and name of the file in front; for a file outside the project its whole path. */
export function Where({ workspace, path }: WhereProps) {
  const project = workspace ? visibleName(workspace.name) : 'No folder';
  const { folders, name, isInside } = whereaboutsOf(workspace?.path, path ?? '');
  const between = folders.map(visibleName).join(' › ');
  const parts = {
    where: useRef<HTMLDivElement>(null),
    project: useRef<HTMLHeadingElement>(null),
    folders: useRef<HTMLSpanElement>(null),
    name: useRef<HTMLSpanElement>(null),
  };
  const isFolded = useFolded(parts, `${project}\n${path}`);
  const step = <ChevronRight size={14} aria-hidden className={styles.step} />;
  return (
    <div ref={parts.where} className={styles.where}>
      <h1 ref={parts.project} className={classNames(styles.name, styles.project)}>
        {project}
      </h1>
      {path !== null && (
        <div className={styles.file} title={visiblePath(path)}>
          {isInside ? step : <Dot size={14} aria-hidden className={styles.step} />}
          {between !== '' && (
            <>
              <span className={classNames(styles.name, styles.folders, isFolded && styles.folded)}>
                <span ref={parts.folders} className={styles.path}>
                  {between}
                </span>
                {isFolded && <span aria-hidden>…</span>}
              </span>
              {step}
            </>
          )}
          <span ref={parts.name} className={styles.name}>
            {visibleName(name)}
          </span>
        </div>
      )}
    </div>
  );
}

type Parts = Readonly<Record<'where' | 'project' | 'folders' | 'name', { readonly current: HTMLElement | null }>>;

/** The signs between the parts, and the gaps. */
const signsWidth = 36;

/** Whether there is no room for the folders. @param words what is measured */
function useFolded(parts: Parts, words: string): boolean {
  const [isFolded, setFolded] = useState(false);
  const { where, project, folders, name } = parts;
  // biome-ignore lint/correctness/useExhaustiveDependencies: other words need other room
  useLayoutEffect(() => {
    const element = where.current;
    if (!element) return;
    const measure = () => {
      if (!folders.current) return setFolded(false);
      // As wide as they would be, though they may be cut off.
      const others = (project.current?.scrollWidth ?? 0) + (name.current?.scrollWidth ?? 0) + signsWidth;
      const { width } = folders.current.getBoundingClientRect();
      setFolded(areFolded(element.clientWidth - others, width));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [words]);
  return isFolded;
}
