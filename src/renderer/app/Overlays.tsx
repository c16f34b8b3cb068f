import { Suspense, useLayoutEffect } from 'react';
import { ExtensionsView, QuickOpen, SettingsDialog } from './lazy-parts.ts';
import { closeOverlay, type Overlay, overlayArrived, useOverlay } from './overlay-store.ts';
import { PartBoundary } from './PartBoundary.tsx';

/** What lies over the window while it is wanted. */
export function Overlays() {
  const overlay = useOverlay((state) => state.overlay);
  if (overlay === null) return null;
  return (
    <PartBoundary name="The dialog" key={overlay} onFail={overlayArrived}>
      <Suspense>
        <Shown overlay={overlay} />
      </Suspense>
    </PartBoundary>
  );
}

function Shown({ overlay }: { readonly overlay: Exclude<Overlay, null> }) {
  if (overlay === 'files' || overlay === 'commands') return <QuickOpen begin={overlay} />;
  return (
    <>
      {overlay === 'settings' ? (
        <SettingsDialog onClose={closeOverlay} />
      ) : (
        <ExtensionsView begin={overlay === 'running' ? 'running' : 'installed'} onClose={closeOverlay} />
      )}
      <Arrival />
    </>
  );
}

/** Comes onto the screen together with what it stands beside. */
function Arrival() {
  useLayoutEffect(() => void overlayArrived(), []);
  return null;
}
