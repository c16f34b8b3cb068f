import { lazy, Suspense } from 'react';
import { isShownInEditor, useReviewedFiles } from './reviewed-files.ts';

const ReviewBar = lazy(() => import('./ReviewBar.tsx'));

/** The review bar above the text of a file that a model or an agent changed. */
export function ReviewSlot({ path }: { readonly path: string }) {
  const isReviewed = useReviewedFiles(({ files }) => files.some((file) => file.path === path && isShownInEditor(file)));
  if (!isReviewed) return null;
  return (
    <Suspense>
      <ReviewBar path={path} />
    </Suspense>
  );
}
