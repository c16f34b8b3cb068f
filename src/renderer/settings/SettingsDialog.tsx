import {
  Bot,
  FilePen,
  Keyboard,
  KeyRound,
  type LucideIcon,
  MessageSquare,
  Palette,
  Puzzle,
  Settings2,
  ShieldCheck,
} from 'lucide-react';
import { Fragment, type KeyboardEvent, type ReactElement, useEffect, useRef, useState } from 'react';
import type { ProviderSnapshot } from '../../shared/contract/provider.ts';
import { type FixedPage, pageTitles } from '../../shared/contract/settings/page-titles.ts';
import { useAgent } from '../agent/threads/agent.ts';
import { useAppState } from '../base/app-state-store.ts';
import { ProviderIcon } from '../base/controls/ProviderIcon.tsx';
import { useOverlay } from '../base/overlay-store.ts';
import { ViewDialog } from '../dialogs/ViewDialog.tsx';
import { AgentSettings } from './AgentSettings.tsx';
import { AgentServers } from './agents/AgentServers.tsx';
import { AgentPermissions } from './approvals/AgentPermissions.tsx';
import { ApprovalRules } from './approvals/ApprovalRules.tsx';
import { KnownHostList } from './approvals/KnownHostList.tsx';
import { ExtensionSettingFields } from './ExtensionSettingFields.tsx';
import { FoundSettings } from './FoundSettings.tsx';
import { KeyboardSettings } from './keyboard/KeyboardSettings.tsx';
import { CredentialList } from './providers/CredentialList.tsx';
import { ProviderSettings } from './providers/ProviderSettings.tsx';
import { isChosen, statusOf } from './providers/provider-status.ts';
import { SettingsHead } from './SettingsHead.tsx';
import styles from './settings.module.css';
import { pageAt, pagesOf, type SettingsPage } from './settings-pages.ts';
import { TableSettings } from './table/TableSettings.tsx';

export interface SettingsDialogProps {
  onClose(): void;
}

const icons: Readonly<Record<FixedPage, LucideIcon>> = {
  appearance: Palette,
  editor: FilePen,
  keyboard: Keyboard,
  agent: MessageSquare,
  agents: Bot,
  approvals: ShieldCheck,
  extensions: Puzzle,
  keys: KeyRound,
};

const nobody: readonly ProviderSnapshot[] = [];

/** All settings, with a page for each provider. Every change takes effect at once; nothing waits for a button. */
export default function SettingsDialog({ onClose }: SettingsDialogProps) {
  const providers = useAgent((state) => state.providers) ?? nobody;
  const pages = pagesOf(providers);
  const page = pageAt(
    pages,
    useOverlay((state) => state.settingsAt),
  );
  const [query, setQuery] = useState('');
  const isSearching = query.trim() !== '';
  const show = (id: string) => {
    setQuery('');
    useOverlay.setState({ settingsAt: id });
  };
  // A search result may link to another page: that ends the search.
  useEffect(
    () => useOverlay.subscribe(({ settingsAt }, before) => settingsAt !== before.settingsAt && setQuery('')),
    [],
  );
  const list = useRef<HTMLDivElement>(null);
  const onKeyDown = (event: KeyboardEvent) => {
    const at = pages.findIndex(({ id }) => id === page?.id);
    const steps: Readonly<Record<string, number>> = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 };
    const step = steps[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const place = (step + pages.length) % pages.length;
    const next = pages[place];
    if (next) show(next.id);
    list.current?.querySelectorAll<HTMLElement>('[role=tab]')[place]?.focus();
  };
  return (
    <ViewDialog title="Settings" Icon={Settings2} onClose={onClose}>
      <SettingsHead query={query} onQuery={setQuery} onClose={onClose} />
      <div className={styles.body}>
        <div
          ref={list}
          role="tablist"
          aria-label="Settings"
          aria-orientation="vertical"
          className={styles.list}
          onKeyDown={onKeyDown}
        >
          {pages.map((each, index) => (
            <Fragment key={each.id}>
              {each.type === 'provider' && pages[index - 1]?.type !== 'provider' && (
                <div className={styles.listHeading}>Providers</div>
              )}
              {each.type !== 'provider' && pages[index - 1]?.type === 'provider' && <div className={styles.listEnd} />}
              <Tab
                page={each}
                isShown={each.id === page?.id && !isSearching}
                isFocusable={each.id === page?.id}
                show={show}
              />
            </Fragment>
          ))}
        </div>
        <div
          key={isSearching ? '' : page?.id}
          id="settings-page"
          role="tabpanel"
          aria-labelledby={page && !isSearching ? `settings-tab-${page.id}` : undefined}
          aria-label={isSearching ? 'Found settings' : undefined}
          className={styles.page}
        >
          {isSearching && <FoundSettings query={query} startsWithKeys={page?.type === 'keyboard'} />}
          {page && !isSearching && <Page page={page} providers={providers} />}
        </div>
      </div>
    </ViewDialog>
  );
}

interface TabProps {
  readonly page: SettingsPage;
  readonly isShown: boolean;
  readonly isFocusable: boolean;
  show(id: string): void;
}

function Tab({ page, isShown, isFocusable, show }: TabProps) {
  const models = useAppState();
  const status =
    page.type === 'provider' ? statusOf(page.provider, 'unknown', isChosen(page.provider, models)) : undefined;
  return (
    <button
      id={`settings-tab-${page.id}`}
      type="button"
      role="tab"
      aria-selected={isShown}
      aria-controls="settings-page"
      tabIndex={isFocusable ? 0 : -1}
      data-autofocus={isFocusable || undefined}
      className={styles.tab}
      onClick={() => show(page.id)}
    >
      {page.type === 'provider' ? <ProviderIcon icon={page.provider.icon} /> : <FixedIcon page={page.type} />}
      <span className={styles.tabText}>
        <span className={styles.tabName}>{page.type === 'provider' ? page.provider.name : pageTitles[page.type]}</span>
        {status && (
          <span className={styles.tabStatus} data-tone={status.tone}>
            {status.word}
          </span>
        )}
      </span>
    </button>
  );
}

function FixedIcon({ page }: { readonly page: FixedPage }) {
  const Icon = icons[page];
  return <Icon size={16} aria-hidden />;
}

interface PageProps {
  readonly page: SettingsPage;
  readonly providers: readonly ProviderSnapshot[];
}

function Page({ page, providers }: PageProps): ReactElement {
  switch (page.type) {
    case 'provider': {
      const { extensionId } = page.provider;
      const isShared = providers.filter((other) => other.extensionId === extensionId).length > 1;
      return <ProviderSettings provider={page.provider} isShared={isShared} />;
    }
    case 'appearance':
    case 'editor':
      return <TableSettings page={page.type} />;
    case 'keyboard':
      return <KeyboardSettings />;
    case 'agent':
      return <AgentSettings />;
    case 'agents':
      return <AgentServers />;
    case 'approvals':
      return (
        <>
          <ApprovalRules />
          <AgentPermissions />
          <KnownHostList />
        </>
      );
    case 'keys':
      return <CredentialList />;
    case 'extensions':
      return (
        <ExtensionSettingFields
          title={pageTitles.extensions}
          isWanted={(id) => providers.every(({ extensionId }) => extensionId !== id)}
          none="No extension settings"
        />
      );
  }
}
