import { useCallback, useEffect, useMemo } from 'react';
import type { ProviderSnapshot } from '../../../shared/contract/provider.ts';
import { LinkContext } from '../../agent/markdown/link-environment.ts';
import { Markdown } from '../../agent/markdown/Markdown.tsx';
import { appLinks, useProjectRoot } from '../../agent/panel/app-links.ts';
import { useAppState } from '../../base/app-state-store.ts';
import { Button } from '../../base/controls/Button.tsx';
import { ProviderIcon } from '../../base/controls/ProviderIcon.tsx';
import { formatFailure } from '../../base/format-failure.ts';
import { closeOverlay } from '../../base/overlay-store.ts';
import { api, onMainEvents } from '../../bridge.ts';
import { ExtensionSettingFields } from '../ExtensionSettingFields.tsx';
import styles from '../settings.module.css';
import { useAction } from '../use-action.ts';
import { useLoaded } from '../use-loaded.ts';
import { ProviderConnection } from './ProviderConnection.tsx';
import { ProviderKey } from './ProviderKey.tsx';
import { ProviderVariables } from './ProviderVariables.tsx';
import { isChosen, needsOf, statusOf } from './provider-status.ts';

export interface ProviderSettingsProps {
  readonly provider: ProviderSnapshot;
  /** Its extension offers other providers too. */
  readonly isShared: boolean;
}

/** The page of one provider: its state, its key or account, and the settings of its extension. */
export function ProviderSettings({ provider, isShared }: ProviderSettingsProps) {
  const { extensionId, providerId, name, extensionName, icon } = provider;
  const facts = JSON.stringify([
    provider.isAuthenticated,
    provider.problem,
    provider.offBecause,
    provider.models.length,
  ]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `facts` asks for another load
  const load = useCallback(() => api.providers.page(extensionId, providerId), [extensionId, providerId, facts]);
  const { value, problem, reload } = useLoaded(load);
  useEffect(
    () =>
      onMainEvents({ 'credential-request-ended': reload, 'variable-question-ended': reload, 'sign-in-ended': reload }),
    [reload],
  );
  const action = useAction();

  const page = value?.ok ? value.value : undefined;
  const models = useAppState();
  const status = statusOf(page ?? provider, needsOf(page), isChosen(provider, models));
  const cannot = problem ?? (value?.ok === false ? formatFailure(value.failure) : undefined);
  const signsInOnly = page?.credential === null && page.isAuthenticated === false;
  const act = async (name: string, run: Parameters<typeof action.run>[1]) => {
    await action.run(name, run);
    reload();
  };

  return (
    <>
      <div className={styles.provider}>
        <ProviderIcon icon={icon} />
        <h3 className={styles.providerName}>{name}</h3>
        <p className={styles.quiet}>
          extension {extensionName} {extensionName !== extensionId && <span className={styles.id}>{extensionId}</span>}
        </p>
      </div>
      <div className={styles.status}>
        <p role="status" data-tone={status.tone}>
          {status.sentence}
        </p>
        {page?.offBecause !== undefined && (
          <Button
            aria-disabled={action.running !== null}
            onClick={() => act('on', async () => void (await api.providers.switchOn(extensionId, providerId)))}
          >
            Switch on
          </Button>
        )}
        {signsInOnly && (
          <Button
            variant="primary"
            aria-disabled={action.running !== null}
            onClick={() => act('sign-in', () => api.providers.signIn(extensionId, providerId))}
          >
            Sign in
          </Button>
        )}
      </div>
      {cannot && <p className={styles.failure}>The page could not be loaded. {cannot}</p>}
      {action.problem && (
        <p role="alert" className={styles.failure}>
          {action.problem}
        </p>
      )}
      {page === undefined && cannot === undefined && <p className={styles.quiet}>Asking the extension…</p>}
      {page && (
        <>
          {page.credential && <ProviderKey page={page} credential={page.credential} onChange={reload} />}
          {page.variables.length > 0 && <ProviderVariables page={page} onChange={reload} />}
          <ProviderConnection page={page} onChange={reload} />
        </>
      )}
      <ExtensionSettingFields
        title="Settings"
        isWanted={(id) => id === extensionId}
        isOfOne
        note={isShared ? `These apply to every provider of ${extensionName}.` : undefined}
      />
      {page && page.markdown.trim() !== '' && <ProviderText text={page.markdown} extensionId={extensionId} />}
    </>
  );
}

/** Markdown of the extension, sanitised like an answer. */
function ProviderText({ text, extensionId }: { readonly text: string; readonly extensionId: string }) {
  const root = useProjectRoot();
  const links = useMemo(() => {
    const inApp = appLinks(root, extensionId);
    const openFile: typeof inApp.openFile = (path, position) => {
      closeOverlay();
      inApp.openFile(path, position);
    };
    return { ...inApp, openFile };
  }, [root, extensionId]);
  return (
    <section className={styles.section} aria-label="From the extension">
      <LinkContext value={links}>
        <Markdown key={text} text={text} isStreaming={false} />
      </LinkContext>
    </section>
  );
}
