export interface CloseGuardEffects {
  /** Asks the renderer what to do with unsaved documents; it answers by `answer`. */
  readonly askRenderer: () => void;
  /** Whether the renderer's loop turns, found out within a few seconds. */
  readonly isAlive: () => Promise<boolean>;
  /** Asks in a dialog of the system whether to lose `unsavedCount` documents. */
  readonly askNatively: (unsavedCount: number) => Promise<boolean>;
  /** Closes the window without asking anything. */
  readonly closeNow: () => void;
  /** The person wants the window to stay, so a quit that was under way is off. */
  readonly onStay: () => void;
}

export type CloseGuard = ReturnType<typeof createCloseGuard>;

/** Stands between the person's wish to close the window and text that was not saved. Nothing that hangs can bar the way. */
export function createCloseGuard({ askRenderer, isAlive, askNatively, closeNow, onStay }: CloseGuardEffects) {
  let unsavedCount = 0;
  let isApproved = false;
  /** Counts the questions, so that an answer to an earlier one changes nothing. */
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
    /** @returns whether a window that is about to close may do so now; if not, it is asked for */
    mayClose() {
      if (isApproved || unsavedCount === 0) return true;
      // Asked again while the question is open: the renderer may have stopped since.
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
    /** The renderer crashed: it holds nothing unsaved any more. @returns how many documents had unsaved changes */
    rendererGone() {
      const lost = unsavedCount;
      unsavedCount = 0;
      if (isAsking) settle(true);
      return lost;
    },
  };
}
