import { create } from 'zustand';
import type { Contributions } from '../../shared/contract/methods/extension-methods.ts';
import { api } from '../bridge.ts';

/** Contributions of extensions to the palette and the composer; main sends them once found, and at every change. */
export const useContributions = create<Contributions>(() => ({
  commands: [],
  slashCommands: [],
  templates: [],
  agents: [],
  themes: [],
  isAskedBeforeSwitch: false,
}));

/** Call when they are about to be shown: files may have come since. What has changed comes with an event. */
export const refreshContributions = (): void => void api.extensions.contributions().catch(() => {});
