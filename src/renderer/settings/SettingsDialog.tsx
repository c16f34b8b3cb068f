import { Bot, KeyRound, type LucideIcon, Palette, Puzzle, Settings2, ShieldCheck, X } from 'lucide-react';
import { Fragment, type KeyboardEvent, useRef, useState } from 'react';
import { toFailure } from '../../shared/contract/errors.ts';
import type { ProviderSnapshot } from '../../shared/contract/provider.ts';
import type { Settings } from '../../shared/contract/settings.ts';
import { useAgent } from '../agent/threads/agent.ts';
import { IconButton } from '../app/controls/IconButton.tsx';
import { ProviderIcon } from '../app/controls/ProviderIcon.tsx';
import { useOverlay } from '../app/overlay-store.ts';
import { useSettings } from '../app/settings-store.ts';
import { api } from '../bridge.ts';
import { Dialog } from '../dialogs/Dialog.tsx';
import { AgentSettings } from './AgentSettings.tsx';
import { ApprovalRules } from './ApprovalRules.tsx';
import { CredentialList } from './CredentialList.tsx';
import { ExtensionSettings } from './ExtensionSettings.tsx';
import { ProviderSettings } from './ProviderSettings.tsx';
import { isChosen, statusOf } from './provider-status.ts';
import styles from './settings.module.css';
import { type FixedPage, pageAt, pagesOf, type SettingsPage } from './settings-pages.ts';

export interface SettingsDialogProps {
  onClose(): void;
}

const fixed: Readonly<Record<FixedPage, { readonly title: string; readonly Icon: LucideIcon }>> = {
  appearance: { title: 'Appearance', Icon: Palette },
  agent: { title: 'Agent', Icon: Bot },
  approvals: { title: 'Approvals', Icon: ShieldCheck },
  extensions: { title: 'Extensions', Icon: Puzzle },
  keys: { title: 'Keys', Icon: KeyRound },
};

const nobody: readonly ProviderSnapshot[] = [];
const show = (id: string) => useOverlay.setState({ settingsAt: id });

/** What a person can set, a page for each provider among it. Every change holds at once; nothing waits for a button. */
export default function SettingsDialog({ onClose }: SettingsDialogProps) {
  const providers = useAgent((state) => state.providers) ?? nobody;
  const pages = pagesOf(providers);
  const page = pageAt(
    pages,
    useOverlay((state) => state.settingsAt),
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
    <Dialog
      title="Settings"
      icon={<Settings2 size={16} aria-hidden />}
      width={860}
      anchor="top"
      onCancel={onClose}
      closesOutside
    >
      <IconButton label="Close settings" shortcut="Esc" className={styles.close} onClick={onClose}>
        <X size={16} />
      </IconButton>
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
              <Tab page={each} isShown={each.id === page?.id} />
            </Fragment>
          ))}
        </div>
        <div
          key={page?.id}
          id="settings-page"
          role="tabpanel"
          aria-labelledby={page && `settings-tab-${page.id}`}
          className={styles.page}
        >
          {page && <Page page={page} providers={providers} />}
        </div>
      </div>
    </Dialog>
  );
}

function Tab({ page, isShown }: { readonly page: SettingsPage; readonly isShown: boolean }) {
  const settings = useSettings((state) => state.settings);
  const status =
    page.type === 'provider' ? statusOf(page.provider, 'unknown', isChosen(page.provider, settings)) : undefined;
  return (
    <button
      id={`settings-tab-${page.id}`}
      type="button"
      role="tab"
      aria-selected={isShown}
      aria-controls="settings-page"
      tabIndex={isShown ? 0 : -1}
      data-autofocus={isShown || undefined}
      className={styles.tab}
      onClick={() => show(page.id)}
    >
      {page.type === 'provider' ? <ProviderIcon icon={page.provider.icon} /> : <FixedIcon page={page.type} />}
      <span className={styles.tabText}>
        <span className={styles.tabName}>{page.type === 'provider' ? page.provider.name : fixed[page.type].title}</span>
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
  const { Icon } = fixed[page];
  return <Icon size={16} aria-hidden />;
}

function Page({ page, providers }: { readonly page: SettingsPage; readonly providers: readonly ProviderSnapshot[] }) {
  if (page.type === 'provider') {
    const { extensionId } = page.provider;
    const isShared = providers.filter((other) => other.extensionId === extensionId).length > 1;
    return <ProviderSettings provider={page.provider} isShared={isShared} />;
  }
  if (page.type === 'appearance') return <ThemeSetting />;
  if (page.type === 'agent') return <AgentSettings />;
  if (page.type === 'approvals') return <ApprovalRules />;
  if (page.type === 'keys') return <CredentialList />;
  return (
    <ExtensionSettings
      title="Extensions"
      isWanted={(id) => providers.every(({ extensionId }) => extensionId !== id)}
      none="No extension has settings but those of providers, which are on their pages."
    />
  );
}

const themes: readonly { id: Settings['theme']; label: string }[] = [
  { id: 'system', label: 'System' },
  { id: 'light', label: 'Light' },
  { id: 'dark', label: 'Dark' },
];

function ThemeSetting() {
  const theme = useSettings((state) => state.settings.theme);
  const [problem, setProblem] = useState<string | null>(null);
  const choose = (wanted: Settings['theme']) => {
    setProblem(null);
    api.settings.setTheme(wanted).catch((thrown) => setProblem(toFailure(thrown).message));
  };
  return (
    <section>
      <fieldset className={styles.themes}>
        <legend className={styles.heading}>Theme</legend>
        {themes.map(({ id, label }) => (
          <label key={id} className={styles.theme}>
            <input type="radio" name="theme" value={id} checked={theme === id} onChange={() => choose(id)} />
            {label}
          </label>
        ))}
      </fieldset>
      {problem && (
        <p role="alert" className={styles.failure}>
          The theme was not changed. {problem}
        </p>
      )}
    </section>
  );
}
