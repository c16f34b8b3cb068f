import { lazy, Suspense } from 'react';
import { useApplication } from '../insert-text.ts';

const ApplyDialog = lazy(async () => ({ default: (await import('./ApplyDialog.tsx')).ApplyDialog }));

export function ApplyHost() {
  const application = useApplication((state) => state.application);
  if (!application) return null;
  return (
    <Suspense>
      <ApplyDialog application={application} />
    </Suspense>
  );
}
