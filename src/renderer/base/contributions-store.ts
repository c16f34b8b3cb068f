import { create } from 'zustand';
import type { Contributions } from '../../shared/contract/methods/extension-methods.ts';

/** What extensions add to the palette and the composer; main tells it when it has found them, and at every change. */
export const useContributions = create<Contributions>(() => ({ commands: [], slashCommands: [], templates: [] }));
