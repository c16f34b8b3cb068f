import { CornerDownLeft } from 'lucide-react';
import { useContext, useEffect, useState } from 'react';
import { LinkContext } from '../markdown/link-environment.ts';
import { findModel } from '../models/model-list.ts';
import { useAgent } from '../threads/agent.ts';
import styles from './EmptyThread.module.css';
import { suggestionsFor } from './suggestions.ts';

export interface EmptyThreadProps {
  onTry(text: string): void;
}

/** What can be asked, before anything was. */
export function EmptyThread({ onTry }: EmptyThreadProps) {
  const providers = useAgent((state) => state.providers);
  const model = useAgent((state) => state.model);
  const hasFolder = useContext(LinkContext)?.root !== undefined;
  const found = findModel(providers ?? [], model);
  const hasFile = useFiles(found?.provider.suggestions?.flatMap(({ file }) => file ?? []) ?? []);
  const suggestions = found ? suggestionsFor({ ...found, model: found.info, hasFolder, hasFile }) : [];
  return (
    <div className={styles.empty}>
      <h3 className={styles.heading}>{hasFolder ? 'Ask about this project' : 'Ask anything'}</h3>
      {found && (
        <p className={styles.lead}>{found.provider.greeting ?? `${found.info.name} answers. You could ask:`}</p>
      )}
      <ul className={styles.list}>
        {suggestions.map(({ prompt, shows }) => (
          <li key={prompt}>
            <button type="button" className={styles.suggestion} onClick={() => onTry(prompt)}>
              <span className={styles.text}>{prompt}</span>
              <span className={styles.what}>{shows}</span>
              <CornerDownLeft size={16} className={styles.icon} aria-hidden />
            </button>
          </li>
        ))}
      </ul>
      <p className={styles.lead}>You can choose another model at any time. It asks for a key if it needs one.</p>
    </div>
  );
}

/** @param paths relative to the folder. @returns which of them are files there; none until it is known */
function useFiles(paths: readonly string[]): (path: string) => boolean {
  const links = useContext(LinkContext);
  const [files, setFiles] = useState<ReadonlySet<string>>(new Set());
  const names = paths.join('\n');
  useEffect(() => {
    let isWanted = true;
    setFiles(new Set());
    if (!links || links.root === undefined || names === '') return;
    const look = async () => {
      const asked = names.split('\n');
      const states = await Promise.all(asked.map((path) => links.inspect(path)));
      if (isWanted) setFiles(new Set(asked.filter((_, index) => states[index] === 'file')));
    };
    void look();
    const stop = links.onFilesChange?.(() => void look());
    return () => {
      isWanted = false;
      stop?.();
    };
  }, [links, names]);
  return (path) => files.has(path);
}
