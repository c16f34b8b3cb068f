import type { PathPlatform } from '../../../shared/links/link-target.ts';
import { withoutMentions } from '../../../shared/links/mention.ts';
import { isInFolder } from './mention-name.ts';

/** What was copied or dragged out of a message field last. */
let ownCopy: string | null = null;

export function noteOwnCopy(text: string): string {
  ownCopy = text;
  return text;
}

/**
 * A text that comes from elsewhere, as it goes into a message. Others wrote it: it may mention what is in the open folder,
 * and nothing else is read because of it. What a message field gave away comes back as it was.
 */
export const withSafeMentions = (text: string, platform: PathPlatform, root: string | undefined): string =>
  text === ownCopy ? text : withoutMentions(text, platform, (target) => isInFolder(target, root));
