/**
 * The images of a paste. An image of a page that comes as HTML alone has no file, and is not fetched. A paste from an
 * office program is text first of all, however many pictures of that text come with it.
 */
export function pastedImages({ files, types }: Pick<DataTransfer, 'files' | 'types'>): File[] {
  if (types.includes('text/plain') && types.includes('text/html')) return [];
  return [...files].filter(({ type }) => type.startsWith('image/'));
}
