import { useContext, useEffect, useState } from 'react';
import { LinkContext, type SymbolTarget } from '../link-environment.ts';

/** The declaration of a name in the folder. @returns null while unknown, and when there is none or more than one */
export function useSymbol(name: string | null): SymbolTarget | null {
  const environment = useContext(LinkContext);
  const [found, setFound] = useState<SymbolTarget | null>(null);
  useEffect(() => {
    let isWanted = true;
    const show = (target: SymbolTarget | null) => isWanted && setFound(target);
    if (name !== null) environment?.findSymbol?.(name).then(show, () => show(null));
    return () => {
      isWanted = false;
    };
  }, [environment, name]);
  return found?.name === name ? found : null;
}
