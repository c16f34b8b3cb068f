import type { MentionTarget } from '../../../shared/links/mention.ts';
import { useWorkspace } from '../../base/workspace/workspace-store.ts';
import { openTarget } from '../messages/open-target.ts';
import { appLinks } from '../panel/app-links.ts';

export const openMention = (target: MentionTarget, label: string): void =>
  openTarget(target, label, appLinks(useWorkspace.getState().workspace?.path))?.();
