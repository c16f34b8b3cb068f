import { create } from 'zustand';
import type { ProgressItem, Question, StatusItem } from '../../shared/contract/question.ts';
import type { MainEvent } from '../../shared/contract/renderer-api.ts';

/** Surfaces of extensions: main decides what is shown, this mirrors it. */
export interface ExtensionSurfaces {
  /** One at a time; main keeps the others waiting. */
  readonly question: Question | null;
  readonly statusItems: readonly StatusItem[];
  readonly progress: readonly ProgressItem[];
}

const none: ExtensionSurfaces = { question: null, statusItems: [], progress: [] };

export const useSurfaces = create<ExtensionSurfaces>(() => none);

type SurfaceEvent = Extract<MainEvent, { type: 'question' | 'question-ended' | 'status-items' | 'progress' }>;

export const receiveSurfaceEvent = (event: SurfaceEvent): void =>
  useSurfaces.setState((present) => nextSurfaces(present, event));

export function nextSurfaces(present: ExtensionSurfaces, event: SurfaceEvent): ExtensionSurfaces {
  switch (event.type) {
    case 'question':
      return { ...present, question: event.question };
    case 'question-ended':
      return present.question?.id === event.questionId ? { ...present, question: null } : present;
    case 'status-items':
      return { ...present, statusItems: event.items };
    case 'progress':
      return { ...present, progress: event.items };
  }
}
