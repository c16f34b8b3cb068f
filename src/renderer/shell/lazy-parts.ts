import { lazy } from 'react';
import { firstPaint } from '../base/first-paint.ts';
import { useLayout } from '../base/layout/layout-store.ts';

/**
 * The parts of the window that its first paint does without. Their places are laid out from the beginning, so that
 * nothing moves when they come.
 */
const tree = after(firstPaint, () => import('../tree/FileTree.tsx'));
const panel = after(tree, () => import('../agent/panel/AgentPanel.tsx'));
const dialogs = after(panel, () => import('../dialogs/DialogHost.tsx'));
const extras = after(dialogs, () => import('../editor/editor-extras.ts'));
const quickOpen = after(extras, () => import('./quick-open/QuickOpen.tsx'));
void after(quickOpen, () => import('../search/SearchView.tsx')).then(() => useLayout.setState({ hasSearch: true }));

/** One after another, so that they do not compete; one that fails holds up nothing. */
function after<T>(before: Promise<unknown>, load: () => Promise<T>): Promise<T> {
  return before.then(load, load);
}

export const FileTree = lazy(() => tree);
export const AgentPanel = lazy(() => panel);
export const DialogHost = lazy(() => dialogs);
export const QuickOpen = lazy(() => import('./quick-open/QuickOpen.tsx'));
export const SearchView = lazy(() => import('../search/SearchView.tsx'));
export const EncodingPicker = lazy(() => import('../editor/encodings/EncodingPicker.tsx'));
export const SessionPicker = lazy(() => import('../agent/agent-servers/kept-sessions/SessionPicker.tsx'));
export const SettingsDialog = lazy(() => import('../settings/SettingsDialog.tsx'));
export const ExtensionsView = lazy(() => import('../extensions/ExtensionsView.tsx'));
export const HostsPopover = lazy(() => import('./status/HostsPopover.tsx'));
export const NoticeList = lazy(() => import('./notices/NoticeList.tsx'));

/** Settles when the agent panel's code is there. */
export const loadPanel = (): Promise<unknown> => panel;
