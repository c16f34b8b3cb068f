let settle: () => void;

/** Settles when the editor can be typed into and the window is idle; whatever is not needed earlier waits for it. */
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
  requestAnimationFrame(() => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = afterPaint;
    // Sent within a frame, it arrives when the frame is done.
    port2.postMessage(null);
  });
}
