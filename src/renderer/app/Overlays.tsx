import { Suspense, useLayoutEffect } from 'react';
import { QuickOpen, SettingsDialog } from './lazy-parts.ts';
import { closeOverlay, overlayArrived, useOverlay } from './overlay-store.ts';
import { PartBoundary } from './PartBoundary.tsx';

/** What lies over the window while it is wanted. */
export function Overlays() {
  const overlay = useOverlay((state) => state.overlay);
  if (overlay === null) return null;
  return (
    <PartBoundary name="The dialog" key={overlay} onFail={overlayArrived}>
      <Suspense>{overlay === 'settings' ? <Settings /> : <QuickOpen begin={overlay} />}</Suspense>
    </PartBoundary>
  );
}

function Settings() {
  return (
    <>
      <SettingsDialog onClose={closeOverlay} />
      <Arrival />
    </>
  );
}

/** Comes onto the screen together with what it stands beside. */
function Arrival() {
  useLayoutEffect(() => void overlayArrived(), []);
  return null;
}
