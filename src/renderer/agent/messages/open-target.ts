import type { MentionTarget } from '../../../shared/links/mention.ts';
import type { LinkEnvironment } from '../markdown/link-environment.ts';

/**
 * @param label the text of the link, as written
 * @returns a function that opens the target of a mention; undefined when it cannot be opened
 */
export function openTarget(
  target: MentionTarget,
  label: string,
  environment: LinkEnvironment,
): (() => void) | undefined {
  switch (target.kind) {
    case 'file':
    case 'symbol':
      return () => environment.openFile(target.path, target);
    case 'web':
      return () => environment.openAddress(target.url, label);
    case 'thread':
      return environment.openThread && (() => environment.openThread?.(target.id));
    case 'directory':
      return environment.showDirectory && isWithin(target.path, environment.root)
        ? () => environment.showDirectory?.(target.path)
        : undefined;
    case 'tabs':
    case 'diagnostics':
      return undefined;
  }
}

/** A relative path is resolved from the root. */
function isWithin(path: string, root: string | undefined): boolean {
  if (root === undefined || path.split(/[\\/]/).includes('..')) return false;
  if (!/^([/\\]|[A-Za-z]:[/\\])/.test(path)) return true;
  return path === root || path.startsWith(`${root}/`) || path.startsWith(`${root}\\`);
}
