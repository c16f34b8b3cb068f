import { createContext } from 'react';
import type { PathState } from '../../../shared/contract/documents/document.ts';
import type { LinkPosition, LinkTarget, PathPlatform } from '../../../shared/links/link-target.ts';

export type SymbolTarget = Extract<LinkTarget, { kind: 'symbol' }>;

/** What a link in an answer needs of the app around it. */
export interface LinkEnvironment {
  readonly platform: PathPlatform;
  /** Absolute path of the folder that is open. */
  readonly root: string | undefined;
  openFile(path: string, position: LinkPosition): void;
  /** @param label the text of the link, as it was written */
  openAddress(url: string, label: string): void;
  inspect(path: string): Promise<PathState>;
  /** Where a name is declared, if in one place. Absent: names stay text. */
  findSymbol?(name: string): Promise<SymbolTarget | null>;
  /** Tells that files may have come. @returns the undo */
  onFilesChange?(listener: () => void): () => void;
  /** Absent: it stays inert. */
  openThread?(threadId: string): void;
  /** Shows a folder among the files. Absent: it stays inert. */
  showDirectory?(path: string): void;
}

/** null: links are inert text. */
export const LinkContext = createContext<LinkEnvironment | null>(null);
