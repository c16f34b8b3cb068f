import type { AppCommand } from '../../../shared/contract/app-commands.ts';
import { raise } from '../../bridge.ts';
import { isMac } from '../environment.ts';
import { formatKey, type KeyBinding } from './keys.ts';

export interface Command {
  readonly title: string;
  /** The first one is shown in menus. */
  readonly keys: readonly KeyBinding[];
  /** The key works while the keyboard is in this part of the window only. */
  readonly within?: string;
}

export const panelSelector = '#agent-panel';

/** Every command of the app: for the keyboard, the palette and the menu alike. What each does is in run-command.ts. */
export const commands: Readonly<Record<AppCommand, Command>> = {
  'file.open': { title: 'Open File…', keys: ['Mod+O'] },
  'file.save': { title: 'Save', keys: ['Mod+S'] },
  'file.saveAll': { title: 'Save All', keys: ['Mod+Alt+S'] },
  'folder.open': { title: 'Open Folder…', keys: ['Mod+Shift+O'] },
  'tab.close': { title: 'Close Tab', keys: ['Mod+W'] },
  'tab.next': { title: 'Next Tab', keys: ['Ctrl+Tab', 'Ctrl+PageDown'] },
  'tab.previous': { title: 'Previous Tab', keys: ['Ctrl+Shift+Tab', 'Ctrl+PageUp'] },
  'edit.find': { title: 'Find', keys: ['Mod+F'] },
  'view.toggleTree': { title: 'Show or Hide Files', keys: ['Mod+B'] },
  'view.togglePanel': { title: 'Show or Hide Agent Panel', keys: ['Mod+Alt+L'] },
  'view.quickOpen': { title: 'Go to File…', keys: ['Mod+P'] },
  'view.palette': { title: 'Show Commands', keys: ['Mod+Shift+P'] },
  'agent.focus': { title: 'Go to Agent', keys: ['Mod+L'] },
  'agent.newThread': { title: 'New Thread', keys: ['Mod+N'], within: panelSelector },
  'agent.history': { title: 'Threads…', keys: ['Mod+Shift+H'] },
  'agent.renameThread': { title: 'Rename Thread', keys: ['F2'], within: `${panelSelector} header` },
  'agent.exportThread': { title: 'Export Thread as Markdown…', keys: [] },
  'agent.addSelection': { title: 'Add to Agent Thread', keys: ['Mod+Shift+J'] },
  'agent.find': { title: 'Find in Thread', keys: ['Mod+F'], within: panelSelector },
  'agent.showRequest': { title: 'Show What the Model Sees', keys: [] },
  'extensions.open': { title: 'Extensions', keys: ['Mod+Shift+X'] },
  'extensions.running': { title: 'Running Extensions', keys: [] },
  'settings.open': { title: 'Settings', keys: ['Mod+,'] },
};

/** Asks for a command: raises an event, so that every part that answers to it hears of it. */
export const requestCommand = (command: AppCommand): void => raise({ type: 'command', command });

/** The first key of a command as the platform writes it; undefined without one. */
export function keyOf(command: AppCommand): string | undefined {
  const [key] = commands[command].keys;
  return key && formatKey(key, isMac);
}
