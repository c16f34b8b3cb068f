import { revealPlace } from '../panes/pane-views.ts';
import { currentText, isLargeDocument } from '../sessions.ts';
import { headingsOf } from './headings.ts';

/** Puts the cursor at a heading of the document in front; without such a heading it stays where it is. */
export function revealHeading(path: string, slug: string): void {
  const text = isLargeDocument(path) ? undefined : currentText(path)?.toString();
  const heading = text && headingsOf(text).find((each) => each.slug === slug);
  if (heading) revealPlace(path, heading);
}
