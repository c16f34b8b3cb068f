import { useEffect, useMemo, useState } from 'react';
import { Picker } from '../../base/picker/Picker.tsx';
import { useWorkspace } from '../../base/workspace/workspace-store.ts';
import { choicesFor } from './choices.ts';
import type { FileList } from './file-index.ts';
import { parseQuery } from './query.ts';
import { workspaceFiles } from './workspace-files.ts';

const emptyWords = { files: 'No file of this name.', place: 'Type a line number.', commands: 'No such command.' };
const beginnings = {
  files: { text: '', label: 'Go to file' },
  place: { text: ':', label: 'Go to line' },
  commands: { text: '>', label: 'Commands' },
};
const noFiles: FileList = { paths: [], isPartial: false };

/** The picker for files, places (`:42`) and commands (`>`). */
export default function QuickOpen({ begin }: { readonly begin: keyof typeof beginnings }) {
  const root = useWorkspace((state) => state.workspace?.path);
  const [text, setText] = useState(beginnings[begin].text);
  const [list, setList] = useState<FileList | null>(null);
  const query = useMemo(() => parseQuery(text), [text]);
  const choices = useMemo(() => choicesFor(query, (list ?? noFiles).paths, root), [query, list, root]);

  useEffect(() => {
    let isWanted = true;
    if (root === undefined) setList(noFiles);
    else void workspaceFiles(root).then((files) => isWanted && setList(files));
    return () => {
      isWanted = false;
    };
  }, [root]);

  const isListing = list === null && query.kind === 'files';
  return (
    <Picker
      label={beginnings[begin].label}
      inputLabel="File name, colon and line, or angle bracket and command"
      placeholder="File name, :line, or > command"
      text={text}
      choices={choices}
      note={
        <>
          {isListing && 'Listing files'}
          {!isListing &&
            choices.length === 0 &&
            (root === undefined && query.kind === 'files' ? 'No folder is open.' : emptyWords[query.kind])}
          {list?.isPartial && query.kind === 'files' && 'This folder has more files than are listed.'}
        </>
      }
      onText={setText}
    />
  );
}
