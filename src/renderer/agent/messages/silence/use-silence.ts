import { useEffect, useState } from 'react';
import { useNow } from '../../../base/use-now.ts';
import { silentAfter } from './silence.ts';

/**
 * How long there has been no news, in milliseconds; null below `silentAfter`. One timer until then, and the seconds after it.
 * @param heardAt when the last news came; null: none are awaited, and there is no timer
 */
export function useSilence(heardAt: number | null): number | null {
  const [silentSince, setSilentSince] = useState<number | null>(null);
  useEffect(() => {
    if (heardAt === null) return;
    const timer = setTimeout(() => setSilentSince(heardAt), Math.max(0, heardAt + silentAfter - Date.now()));
    return () => clearTimeout(timer);
  }, [heardAt]);
  const isSilent = heardAt !== null && silentSince === heardAt;
  const now = useNow(isSilent);
  return isSilent ? Math.max(now - heardAt, silentAfter) : null;
}
