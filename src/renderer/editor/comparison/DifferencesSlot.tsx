import { lazy, type ReactNode, Suspense } from 'react';
import { useDifferences } from './differences-store.ts';

const DifferencesBar = lazy(() => import('./DifferencesBar.tsx'));

/** The bar of a comparison that the person asked for; without one, the children. */
export function DifferencesSlot({ path, children }: { readonly path: string; readonly children: ReactNode }) {
  const compared = useDifferences(({ shown }) => shown.get(path));
  if (!compared) return children;
  return (
    <Suspense>
      <DifferencesBar path={path} compared={compared} />
    </Suspense>
  );
}
