import { createContext } from 'react';
import type { PathState } from '../../../shared/contract/documents/document.ts';
import type { LinkPosition, LinkTarget, PathPlatform } from '../../../shared/links/link-target.ts';

export type SymbolTarget = Extract<LinkTarget, { kind: 'symbol' }>;

export interface LinkPlace extends LinkPosition {
  /** In place of a line: the name of a heading of Markdown. */
  readonly heading?: string;
}

/** The app's services for links in answers. */
export interface LinkEnvironment {
  readonly platform: PathPlatform;
  /** Absolute path of the open folder. */
  readonly root: string | undefined;
  openFile(path: string, place: LinkPlace): void;
  /** @param label the text of the link, as written */
  openAddress(url: string, label: string): void;
  inspect(path: string): Promise<PathState>;
  /** The declaration of a name, if there is exactly one. Absent: names stay text. */
  findSymbol?(name: string): Promise<SymbolTarget | null>;
  /** Tells when new files may exist. @returns the undo */
  onFilesChange?(listener: () => void): () => void;
  /** Absent: such links stay inert. */
  openThread?(threadId: string): void;
  /** Goes to a heading of the same text, by its name in links. Absent: such links stay inert. */
  goToHeading?(heading: string): void;
  /** Shows a folder in the tree. Absent: such links stay inert. */
  showDirectory?(path: string): void;
}

/** null: links are inert text. */
export const LinkContext = createContext<LinkEnvironment | null>(null);
