import {
  CircleAlert,
  FileText,
  Folder,
  Globe,
  type LucideIcon,
  MessagesSquare,
  PanelsTopLeft,
  SquareCode,
  TextSelect,
} from 'lucide-react';
import type { MentionKind } from './format-mention.ts';

/** What each kind of mention looks like: in the list that offers them, in the message field and in messages. */
export const mentionIcons: Readonly<Record<MentionKind, LucideIcon>> = {
  file: FileText,
  directory: Folder,
  symbol: SquareCode,
  thread: MessagesSquare,
  web: Globe,
  tabs: PanelsTopLeft,
  diagnostics: CircleAlert,
  selection: TextSelect,
};
