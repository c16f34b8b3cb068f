import { useMemo } from 'react';
import type { ShownChange } from '../../../shared/contract/tool.ts';
import { DiffLines } from '../../diff/DiffLines.tsx';
import { patchHunks } from '../../diff/patch-hunks.ts';

/** The diff of a tool's change. */
export function ChangeLines({ change: { patch, path, isCut } }: { readonly change: ShownChange }) {
  const hunks = useMemo(() => patchHunks(patch), [patch]);
  return <DiffLines hunks={hunks} path={path} isCut={isCut} />;
}
