import { ok, type Result } from '../../../shared/contract/errors.ts';
import type { RendererApi } from '../../../shared/contract/renderer-api.ts';
import type { ThreadSnapshot } from '../../../shared/contract/thread.ts';
import type { AgentServers } from '../../agent-servers/agent-servers.ts';
import { noteAnswerer } from './note-answerer.ts';
import type { ThreadIndex } from './storage/thread-index.ts';
import type { ThreadCache } from './thread-cache.ts';
import type { createThreadSwitches } from './thread-switches.ts';
import type { createWorkspaceThreads } from './workspace-threads.ts';

export interface KeptSessionsDeps {
  readonly agentServers: Pick<AgentServers, 'openKept' | 'usable'>;
  readonly cache: Pick<ThreadCache, 'shown' | 'show' | 'showNew'>;
  readonly index: Pick<ThreadIndex, 'list'>;
  readonly service: Pick<ReturnType<typeof createWorkspaceThreads>, 'group' | 'snapshotOf'>;
  readonly switches: Pick<ReturnType<typeof createThreadSwitches>, 'goTo'>;
  workspacePath(): string;
}

/** Threads that go on with sessions that agents have kept. A session has one thread: two would both get what it tells. */
export function createKeptSessions(deps: KeptSessionsDeps): RendererApi['agents']['openSession'] {
  const { agentServers, cache, index, service, switches, workspacePath } = deps;

  async function begin(agent: string, sessionId: string, title: string): Promise<Result<ThreadSnapshot>> {
    const before = await cache.shown();
    const thread = await cache.showNew();
    const opened = await agentServers.openKept(thread, agent, sessionId);
    if (!opened.ok) {
      await cache.show(before.id);
      return opened;
    }
    const usable = agentServers.usable(agent);
    if (usable.ok) noteAnswerer(thread, { model: agent, modelName: usable.value.name });
    if (title.trim() !== '' && thread.view.title === undefined) {
      thread.append([{ kind: 'title', at: Date.now(), text: title, by: 'model' }]);
    }
    return ok(await service.snapshotOf(thread));
  }

  return async (agent, sessionId, title) => {
    const threads = await index.list(workspacePath());
    const known = threads.find(({ digest }) => digest.agentSessions[agent] === sessionId)?.id;
    return switches.goTo(known ?? null, false, async () =>
      known === undefined ? begin(agent, sessionId, title) : service.group.open(known),
    );
  };
}
