import { randomUUID } from 'node:crypto';
import type { SentPrompt } from '../../shared/contract/methods/agent-methods.ts';
import type { PromptImage } from '../../shared/contract/prompt-image.ts';

/** A typed text as a prompt, as the window sends it. */
export const asPrompt = (text: string, images: readonly PromptImage[] = [], replaces?: string): SentPrompt => ({
  id: randomUUID(),
  text,
  ...(images.length > 0 && { images }),
  ...(replaces !== undefined && { replaces }),
});
