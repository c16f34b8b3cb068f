import { create } from 'zustand';
import type { Workspace } from '../../../shared/contract/documents/document.ts';

/** The open folder. */
export const useWorkspace = create<{ readonly workspace: Workspace | null }>(() => ({ workspace: null }));
