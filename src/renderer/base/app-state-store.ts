import { create } from 'zustand';
import type { ShownState } from '../../shared/contract/app-state.ts';

/** The state that the app remembers by itself, as main last told it. */
export const useAppState = create<ShownState>(() => ({ model: undefined, favouriteModels: [], recentFolders: [] }));
