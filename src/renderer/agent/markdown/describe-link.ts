import type { PathState } from '../../../shared/contract/documents/document.ts';
import type { LinkPosition, LinkTarget } from '../../../shared/links/link-target.ts';
import { visibleName } from '../../../shared/visible-text.ts';
import { relativePath } from '../../base/paths.ts';

/** The tooltip of a link: the path relative to the project and the line, or the real address. */
export function describeLink(target: LinkTarget, root: string | undefined, state: PathState | undefined): string {
  switch (target.kind) {
    case 'file':
      return describeFile(`${shownPath(root, target.path)}${describePosition(target)}`, state);
    case 'symbol':
      return describeFile(
        `${visibleName(target.name)} in ${shownPath(root, target.path)}${describePosition(target)}`,
        state,
      );
    case 'directory':
      return `The folder ${shownPath(root, target.path) || visibleName(target.path)}`;
    case 'thread':
      return target.name ? `The thread “${visibleName(target.name)}”` : 'Another thread';
    case 'web':
      // Normalised as a browser does, so that a disguised host shows.
      return URL.canParse(target.url) ? new URL(target.url).href : target.url;
  }
}

const shownPath = (root: string | undefined, path: string): string => visibleName(relativePath(root, path));

function describeFile(place: string, state: PathState | undefined): string {
  switch (state) {
    case 'missing':
      return `${place}\nThis file does not exist. It may have been moved or deleted.`;
    case 'outside-project':
      return `${place}\nOutside the project; you are asked before it opens.`;
    case 'file':
    case 'directory':
    case undefined:
      return place;
  }
}

function describePosition({ line, column, endLine }: LinkPosition): string {
  if (line === undefined) return '';
  if (endLine !== undefined && endLine !== line) return `, lines ${line} to ${endLine}`;
  return column === undefined ? `, line ${line}` : `, line ${line}, column ${column}`;
}

/** Checking for a file on another machine would contact that machine, which only a click may do. */
export const mayInspect = (path: string, root: string | undefined): boolean =>
  !path.startsWith('\\\\') || (root !== undefined && path.toLowerCase().startsWith(`${root.toLowerCase()}\\`));
