import { asMessageDraft } from '../../../shared/typed-shell.ts';
import type { ThreadWork } from '../threads/agent-state.ts';
import type { ThreadSessions } from '../threads/thread-sessions.ts';

export const createPromptEditing = (sessions: Pick<ThreadSessions, 'shown'>) => ({
  /** Loads an earlier prompt with its images into the composer; sending it makes another version of it. */
  startEditing: (promptId: string) =>
    sessions.shown().change(({ view, draft, images, setAside }) => {
      const turn = view.turns.find((each) => each.promptId === promptId);
      if (!turn) return {};
      return {
        editing: promptId,
        draft: asMessageDraft(turn.text),
        images: turn.images ?? [],
        imageNote: null,
        problem: null,
        setAside: setAside ?? { draft, images },
      };
    }),
  /** Puts a whole draft, as it was once sent, into the composer. */
  putDraft: (draft: string, images: ThreadWork['images']) =>
    sessions.shown().change(() => ({ draft, images, imageNote: null })),
  /** Restores the draft from before the editing. */
  cancelEditing: () =>
    sessions.shown().change(({ editing, setAside }) => {
      if (editing === null) return {};
      return { editing: null, setAside: null, imageNote: null, problem: null, draft: '', images: [], ...setAside };
    }),
});
