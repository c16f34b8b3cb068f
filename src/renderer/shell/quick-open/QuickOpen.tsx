import { useEffect, useMemo, useState } from 'react';
import { useContributions } from '../../base/contributions-store.ts';
import { Picker } from '../../base/picker/Picker.tsx';
import { listWorkspaceFiles, useWorkspaceFiles } from '../../base/workspace/workspace-files.ts';
import { useWorkspace } from '../../base/workspace/workspace-store.ts';
import { choicesFor, whyNoSymbol } from './choices.ts';
import { parseQuery } from './query.ts';

const emptyWords = {
  files: () => 'No file of this name.',
  place: () => 'Type a line number.',
  symbols: whyNoSymbol,
  commands: () => 'No such command.',
};
const beginnings = {
  files: { text: '', label: 'Go to file' },
  place: { text: ':', label: 'Go to line' },
  symbols: { text: '@', label: 'Go to symbol' },
  commands: { text: '>', label: 'Commands' },
};

/** Milliseconds: what is opened and closed at once lists no files anew. */
const freshMs = 1_000;

/** The picker for files, places (`:42`), symbols (`@name`) and commands (`>`). */
export default function QuickOpen({ begin }: { readonly begin: keyof typeof beginnings }) {
  const root = useWorkspace((state) => state.workspace?.path);
  const [text, setText] = useState(beginnings[begin].text);
  const { list, problem } = useWorkspaceFiles();
  const query = useMemo(() => parseQuery(text, root), [text, root]);
  const commands = useContributions((state) => state.commands);
  const choices = useMemo(() => choicesFor(query, list, root, commands), [query, list, root, commands]);
  const wantsFiles = query.kind === 'files' && root !== undefined;

  useEffect(() => {
    if (wantsFiles) void listWorkspaceFiles(freshMs);
  }, [wantsFiles]);

  const isListing = wantsFiles && list === null && problem === null;
  return (
    <Picker
      label={beginnings[begin].label}
      inputLabel="File name, colon and line, at sign and symbol, or angle bracket and command"
      placeholder="File name, :line, @symbol or > command"
      text={text}
      choices={choices}
      note={
        <>
          {isListing && 'Listing files'}
          {!isListing &&
            choices.length === 0 &&
            (root === undefined && query.kind === 'files' ? 'No folder is open.' : emptyWords[query.kind]())}
          {wantsFiles && problem !== null && ` The files could not be listed. ${problem}`}
          {wantsFiles && list?.isPartial && ' This folder has more files than are listed.'}
        </>
      }
      onText={setText}
    />
  );
}
