import { create } from 'zustand';
import type { Contributions } from '../../shared/contract/methods/extension-methods.ts';

/** Contributions of extensions to the palette and the composer; main sends them once found, and at every change. */
export const useContributions = create<Contributions>(() => ({
  commands: [],
  slashCommands: [],
  templates: [],
  agents: [],
}));
