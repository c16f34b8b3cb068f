let settle: () => void;

/** Settles when the editor can be typed into and the window has time to spare; what is not needed before waits for it. */
export const firstPaint: Promise<void> = new Promise((resolve) => {
  settle = resolve;
});

/** Call once, when the first screen is committed. Says "editable" when it was really painted. */
export function announceEditable(): void {
  const afterPaint = () => {
    performance.mark('outrigger:editable');
    document.documentElement.dataset.editable = 'true';
    requestIdleCallback(() => settle(), { timeout: 200 });
  };
  requestAnimationFrame(() => requestAnimationFrame(afterPaint));
}
