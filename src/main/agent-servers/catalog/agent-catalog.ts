import { join } from 'node:path';
import { formatAgentRef, parseAgentRef } from '../../../shared/contract/agent-servers/agent-ref.ts';
import type { AgentServerSnapshot } from '../../../shared/contract/agent-servers/agent-server.ts';
import { fail, ok, type Result } from '../../../shared/contract/errors.ts';
import type { MainEvent } from '../../../shared/contract/renderer-api.ts';
import type { SettingsStore } from '../../settings/settings-store.ts';
import { commandEnvironment } from '../../tools/commands/command-environment.ts';
import type { AgentLaunch } from '../agent-launch.ts';
import type { AgentOffer } from './agent-offer.ts';
import { settingOffers } from './setting-offers.ts';

export interface AgentCatalogDeps {
  readonly settings: Pick<SettingsStore, 'get' | 'onChange'>;
  publish(event: MainEvent): void;
  /** That of the app. */
  readonly environment: NodeJS.ProcessEnv;
  readonly platform: NodeJS.Platform;
  /** The person's folder. */
  readonly home: string;
}

export type AgentCatalog = ReturnType<typeof createAgentCatalog>;

/** Which agent servers there are, and how each is started. */
export function createAgentCatalog(deps: AgentCatalogDeps) {
  const { settings, publish } = deps;
  const offers = (): AgentOffer[] => settingOffers(settings.get().agent_servers);

  function find(ref: string): Result<AgentOffer> {
    const parsed = parseAgentRef(ref);
    const offer = offers().find((each) => formatAgentRef(each.ref) === ref);
    if (offer) return ok(offer);
    return fail('agent-missing', `The agent ${parsed?.id ?? ref} is not there any more. Your text is kept.`);
  }

  const snapshot = ({ ref, name, description, icon, from, distribution }: AgentOffer): AgentServerSnapshot => ({
    ref: formatAgentRef(ref),
    name,
    description,
    icon,
    from,
    state: 'ready',
    origin: `command ${distribution.command}`,
    keys: [],
  });

  const changed = () => publish({ type: 'agent-servers', agentServers: offers().map(snapshot) });
  const stopFollowing = settings.onChange(changed);
  changed();

  return {
    /** The name of one; a failure when there is none, or when it has to be installed first. */
    usable(ref: string): Result<{ readonly name: string }> {
      return find(ref);
    },
    /** How the process of an agent is started, with its keys. */
    async launchOf(ref: string): Promise<Result<AgentLaunch>> {
      const found = find(ref);
      if (!found.ok) return found;
      const { name, distribution, environment } = found.value;
      return ok({
        name,
        command: absolute(distribution.command, deps.home),
        args: distribution.args,
        environment: { ...commandEnvironment(deps.environment, deps.platform), ...environment },
      });
    },
    close: stopFollowing,
  };
}

const absolute = (command: string, home: string): string =>
  /^~[/\\]/.test(command) ? join(home, command.slice(2)) : command;
