// First, so that main works on its answer while the rest is evaluated.
import './app/boot.ts';
import './app/tokens.css';
import './app/base.css';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import type { BootState } from '../shared/contract/methods/editor-methods.ts';
import { useAppState } from './app/app-state-store.ts';
import { bootState } from './app/boot.ts';
import { followKeyboard } from './app/commands/keyboard.ts';
import { announceEditable } from './app/first-paint.ts';
import { adoptLayout, followWindow } from './app/layout/layout-store.ts';
import { followMainEvents } from './app/main-events.ts';
import { useSettings } from './app/settings-store.ts';
import { App } from './app/shell/App.tsx';
import { followFileDrops } from './app/shell/file-drop.ts';
import { followTheme } from './app/theme.ts';
import { useWorkspace } from './app/workspace-store.ts';
import { api } from './bridge.ts';
import { startHotExit } from './editor/backups/hot-exit.ts';
import { followAutoSave } from './editor/documents/auto-save.ts';
import { followRules } from './editor/documents/file-rules.ts';
import { showOpenedDocument } from './editor/documents/open-document.ts';
import { followUnsaved } from './editor/documents/unsaved.ts';
import { followPlaces } from './editor/navigation/follow-places.ts';
import { focusEditor, followSettings, revealPlace } from './editor/sessions.ts';

void bootState.then(start);

function start(boot: BootState): void {
  useSettings.setState({ settings: boot.settings, levels: boot.levels });
  useAppState.setState(boot.state);
  useWorkspace.setState({ workspace: boot.workspace });
  adoptLayout(boot.layout);
  followTheme();
  followWindow();
  followKeyboard();
  followFileDrops();
  followMainEvents();
  followUnsaved();
  followRules();
  followAutoSave();
  followPlaces();
  followSettings();
  startHotExit(boot.restored);
  if (boot.document) showOpenedDocument(boot.document);
  const root = document.getElementById('root');
  if (!root) throw new Error('the page has no root element');
  // One synchronous commit: the editor with its text is in the first frame.
  flushSync(() => createRoot(root).render(<App />));
  revealPosition(boot);
  focusEditor();
  announceEditable();
  void api.events.connect();
}

function revealPosition({ document, position }: BootState): void {
  if (document?.ok && position) revealPlace(document.value.path, position);
}
