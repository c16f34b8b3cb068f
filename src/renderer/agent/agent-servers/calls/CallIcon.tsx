import {
  ArrowLeftRight,
  Brain,
  FilePen,
  FileSymlink,
  FileText,
  Globe,
  type LucideIcon,
  Search,
  SquareTerminal,
  Trash2,
  Wrench,
} from 'lucide-react';
import type { agentCallKinds } from '../../../../shared/contract/agent-servers/agent-item.ts';

const icons: Readonly<Record<(typeof agentCallKinds)[number], LucideIcon>> = {
  read: FileText,
  edit: FilePen,
  delete: Trash2,
  move: FileSymlink,
  search: Search,
  execute: SquareTerminal,
  think: Brain,
  fetch: Globe,
  switch_mode: ArrowLeftRight,
  other: Wrench,
};

export function CallIcon({ kind = 'other' }: { readonly kind: (typeof agentCallKinds)[number] | undefined }) {
  const Icon = icons[kind];
  return <Icon size={14} aria-hidden />;
}
