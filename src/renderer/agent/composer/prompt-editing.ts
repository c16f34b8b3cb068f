import type { StoreApi } from 'zustand/vanilla';
import type { AgentState } from '../threads/agent-state.ts';

export interface PromptEditing {
  /** Brings an earlier prompt with its images into the composer; sending it makes another version of it. */
  startEditing(promptId: string): void;
  /** What was in hand before is back. */
  cancelEditing(): void;
}

export function createPromptEditing({ getState, setState }: StoreApi<AgentState>): PromptEditing {
  return {
    startEditing(promptId) {
      const { view, sending, command, draft, images, setAside } = getState();
      const turn = view.turns.find((each) => each.promptId === promptId);
      // What is on its way must not be mixed with another text.
      if (!turn || sending !== null || command !== null) return;
      setState({
        editing: promptId,
        draft: turn.text,
        images: turn.images ?? [],
        imageNote: null,
        setAside: setAside ?? { draft, images },
      });
    },
    cancelEditing() {
      const { editing, sending, setAside } = getState();
      if (editing === null || sending !== null) return;
      setState({ editing: null, setAside: null, imageNote: null, draft: '', images: [], ...setAside });
    },
  };
}
