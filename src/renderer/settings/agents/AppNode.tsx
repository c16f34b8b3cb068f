import { useEffect, useRef } from 'react';
import { appNodeRef } from '../../../shared/contract/agent-servers/app-node.ts';
import { useAgentServers } from '../../base/agent-servers-store.ts';
import { Button } from '../../base/controls/Button.tsx';
import { api } from '../../bridge.ts';
import styles from '../settings.module.css';
import { useLoaded } from '../use-loaded.ts';
import { formatFoundNode, formatNodePlan } from './agent-words.ts';
import { InstallSteps } from './InstallSteps.tsx';
import { useInstall } from './use-install.ts';

const findNode = () => api.agents.findNode();

interface AppNodeProps {
  /** Begins with the question whether it shall come. */
  readonly isAsked?: boolean;
  /** It is there now. */
  onInstalled?(): void;
}

/** Node.js, by which agents of npm run: which one there is, and one of the app's own. */
export function AppNode({ isAsked = false, onInstalled }: AppNodeProps) {
  const { available, installed, progress } = useAgentServers(({ node }) => node);
  const found = useLoaded(findNode).value;
  const root = useRef<HTMLLIElement>(null);
  const install = useInstall(appNodeRef, () => root.current?.focus());
  const { look } = install;
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is asked once, when it appears
  useEffect(() => {
    if (isAsked) void look();
  }, []);
  const isBusy = install.action.running !== null || progress !== null;
  const canInstall = available !== null && installed !== available && install.plan === null && !isBusy;
  const verb = installed === null ? 'Install' : 'Update';
  return (
    <li ref={root} className={styles.row} tabIndex={-1} aria-label="Node.js of the app">
      <div className={styles.key}>
        <div className={styles.keyText}>
          <p>
            <strong>Node.js of the app</strong>{' '}
            <span className={styles.quiet}>
              {installed === null ? `${available ?? 'none for this computer'}, not installed` : installed}
            </span>
          </p>
          <p className={styles.quiet}>{found !== undefined && formatFoundNode(found)}</p>
        </div>
        <div className={styles.buttons}>
          {canInstall && (
            <Button isSmall aria-label={`${verb} Node.js…`} onClick={() => void look()}>
              {verb}…
            </Button>
          )}
          {installed !== null && (
            <Button
              isSmall
              variant="danger"
              aria-label="Remove Node.js of the app"
              aria-disabled={isBusy}
              onClick={() => void install.action.run('remove', () => api.agents.uninstall(appNodeRef))}
            >
              Remove
            </Button>
          )}
        </div>
      </div>
      <InstallSteps
        name="Node.js"
        install={install}
        progress={progress}
        question={install.plan && formatNodePlan(install.plan)}
        isUpdate={installed !== null}
        onInstall={() => void install.install().then((isThere) => isThere && onInstalled?.())}
      />
    </li>
  );
}
