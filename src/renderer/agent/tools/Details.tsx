import { useMemo } from 'react';
import { visibleText } from '../../../shared/visible-text.ts';
import { prettyJson } from './arguments/pretty-json.ts';
import { FoldedText } from './FoldedText.tsx';

/** What a tool gave beside its output, for the person only. @param props.json JSON text */
export function Details({ json }: { readonly json: string }) {
  const text = useMemo(() => visibleText(prettyJson(json)), [json]);
  return <FoldedText text={text} language="json" />;
}
