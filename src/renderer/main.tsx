// First, so that main works on its answer while the rest is evaluated.
import './base/boot.ts';
import './base/tokens.css';
import './base/base.css';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import type { BootState } from '../shared/contract/methods/editor-methods.ts';
import { useAppState } from './base/app-state-store.ts';
import { bootState } from './base/boot.ts';
import { announceEditable } from './base/first-paint.ts';
import { adoptLayout, followWindow } from './base/layout/layout-store.ts';
import { useSettings } from './base/settings-store.ts';
import { followTheme } from './base/theme.ts';
import { useWorkspace } from './base/workspace/workspace-store.ts';
import { api } from './bridge.ts';
import { startHotExit } from './editor/backups/hot-exit.ts';
import { followRules } from './editor/documents/file-rules.ts';
import { showOpenedDocument } from './editor/documents/open-document.ts';
import { followRecentFiles } from './editor/documents/recent-files.ts';
import { followAutoSave } from './editor/documents/saving/auto-save.ts';
import { followUnsaved } from './editor/documents/unsaved.ts';
import { followLanguages } from './editor/languages/languages.ts';
import { followPlaces } from './editor/navigation/follow-places.ts';
import { focusEditor, revealPlace } from './editor/panes/pane-views.ts';
import { followSettings } from './editor/sessions.ts';
import { App } from './shell/App.tsx';
import { followKeyboard } from './shell/commands/keyboard.ts';
import { followFileDrops } from './shell/file-drop.ts';
import { followMainEvents } from './shell/main-events.ts';

void bootState.then(start);

function start(boot: BootState): void {
  useSettings.setState({ settings: boot.settings, levels: boot.levels });
  useAppState.setState(boot.state);
  useWorkspace.setState({ workspace: boot.workspace });
  adoptLayout(boot.layout);
  followTheme(boot.theme);
  followWindow();
  followKeyboard();
  followFileDrops();
  followMainEvents();
  followUnsaved();
  followRules();
  followAutoSave();
  followPlaces();
  followRecentFiles();
  followSettings();
  void followLanguages();
  startHotExit(boot.restored);
  const shown = boot.document && showOpenedDocument(boot.document);
  const root = document.getElementById('root');
  if (!root) throw new Error('the page has no root element');
  // One synchronous commit: the editor with its text is in the first frame.
  flushSync(() => createRoot(root).render(<App />));
  void shown?.then(() => revealPosition(boot));
  focusEditor();
  announceEditable();
  void api.events.connect();
}

function revealPosition({ document, position }: BootState): void {
  if (document?.ok && position) revealPlace(document.value.path, position);
}
