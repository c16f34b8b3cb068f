import { createContext } from 'react';
import type { AgentImage } from '../../../shared/contract/agent-servers/agent-item.ts';

/** The images that the words and calls of an answer name. */
export interface AnswerImages {
  /** Who answers. */
  readonly by: string;
  readonly byId: ReadonlyMap<string, AgentImage>;
}

export const AnswerImagesContext = createContext<AnswerImages>({ by: '', byId: new Map() });
