export interface CloseGuardEffects {
  /** Asks the renderer about unsaved documents; it answers by `answer`. */
  readonly askRenderer: () => void;
  /** Whether the renderer's event loop turns, determined within a few seconds. */
  readonly isAlive: () => Promise<boolean>;
  /** Asks in a dialog of the system whether to lose `unsavedCount` documents. */
  readonly askNatively: (unsavedCount: number) => Promise<boolean>;
  /** Closes the window without a question. */
  readonly closeNow: () => void;
  /** The person keeps the window open, so that a quit in progress is cancelled. */
  readonly onStay: () => void;
}

export type CloseGuard = ReturnType<typeof createCloseGuard>;

/** Protects unsaved text when the window is closed. A hang of the renderer cannot prevent closing. */
export function createCloseGuard({ askRenderer, isAlive, askNatively, closeNow, onStay }: CloseGuardEffects) {
  let unsavedCount = 0;
  let isApproved = false;
  /** Number of the present question: answers to earlier ones are ignored. */
  let question = 0;
  let isAsking = false;
  let isNativeOpen = false;

  function settle(mayClose: boolean): void {
    isAsking = false;
    question++;
    isApproved = mayClose;
    if (mayClose) closeNow();
    else onStay();
  }

  async function offerNatively(): Promise<void> {
    const asked = question;
    if (isNativeOpen || (await isAlive())) return;
    if (asked !== question || isNativeOpen) return;
    isNativeOpen = true;
    const mayClose = await askNatively(unsavedCount);
    isNativeOpen = false;
    if (asked === question) settle(mayClose);
  }

  return {
    /** @returns whether the window may close now; if not, the question is started */
    mayClose() {
      if (isApproved || unsavedCount === 0) return true;
      // Also while the question is open: the renderer may have hung since.
      if (!isAsking) {
        isAsking = true;
        askRenderer();
      }
      void offerNatively();
      return false;
    },
    setUnsavedCount(count: number) {
      unsavedCount = count;
    },
    /** The renderer's answer to `askRenderer`. */
    answer(mayClose: boolean) {
      if (isAsking) settle(mayClose);
    },
    /** Call after a crash of the renderer, whose unsaved text is lost. @returns the number of documents concerned */
    rendererGone() {
      const lost = unsavedCount;
      unsavedCount = 0;
      if (isAsking) settle(true);
      return lost;
    },
  };
}
