import type { Disposable } from '../../shared/contract/extension-api/disposable.ts';
import type { ExtensionContext } from '../../shared/contract/extension-api/extension-api.ts';
import type { ContributionKind } from '../../shared/contract/extensions/contribution-kinds.ts';
import type { ExtensionOpen } from '../../shared/contract/extensions/exthost-api.ts';
import type { MainMethods } from '../../shared/contract/extensions/main-methods.ts';
import type { MainStreams } from '../../shared/contract/extensions/main-streams.ts';
import type { Peer } from '../../shared/rpc/peer.ts';
import { createLanguageModels } from './completion/language-models.ts';
import { createFetch } from './context-fetch.ts';
import { createCommands } from './contributions/commands.ts';
import { createEvents } from './contributions/events.ts';
import { createSlashCommands } from './contributions/slash-commands.ts';
import { createTools } from './contributions/tools.ts';
import { createCredentials } from './credentials.ts';
import { createFiles } from './files.ts';
import { createHttp } from './http/http.ts';
import { createLog } from './log.ts';
import { createOAuth } from './oauth/oauth.ts';
import { createSettings } from './settings.ts';
import { createState } from './state.ts';
import { disposeAll } from './subscriptions.ts';
import { createSystem } from './system.ts';
import { runTask } from './tasks.ts';
import { createThreads } from './threads.ts';
import { createWindow } from './window.ts';
import { createDocuments } from './workspace/documents.ts';
import { createWorkspace } from './workspace/workspace.ts';

/** The API object of one extension, and main's access to its registrations. */
export type ExtensionApi = ReturnType<typeof createContext>;

/** All of it communicates through the extension's own port. */
export function createContext(
  { extensionId, declares }: Pick<ExtensionOpen, 'extensionId' | 'declares'>,
  main: Peer<MainMethods, MainStreams>,
) {
  const log = createLog(main);
  const commands = createCommands(declares?.commands);
  const slashCommands = createSlashCommands(main, declares?.slashCommands);
  const tools = createTools(main, log, declares?.tools);
  const events = createEvents(main, log, declares?.events);
  const fetch = createFetch(main);
  const http = createHttp(fetch);
  const languageModels = createLanguageModels(main, http, declares?.providers);
  /** Does not compile if a kind of contribution cannot be registered. */
  const registered = { commands, slashCommands, tools, events, providers: languageModels } satisfies Record<
    ContributionKind,
    { readonly api: object }
  >;
  const settings = createSettings(main, log);
  const documents = createDocuments(main, log);
  const state = { global: createState(main, 'global'), workspace: createState(main, 'workspace') };
  const env: ExtensionContext['env'] = { get: (name) => main.call('env.get', { name }) };
  const subscriptions: Disposable[] = [];
  const context: ExtensionContext = {
    extensionId,
    subscriptions,
    commands: commands.api,
    slashCommands: slashCommands.api,
    tools: tools.api,
    languageModels: languageModels.api,
    state,
    settings: settings.api,
    exec: (command, { cwd, timeoutSeconds, signal } = {}) =>
      main.call('exec.run', { command, cwd, timeoutSeconds }, { signal }),
    window: createWindow(main, log, commands.expectDeclared),
    documents: documents.api,
    workspace: createWorkspace(main),
    files: createFiles(main),
    system: createSystem(main),
    events: events.api,
    threads: {
      ...createThreads(main),
      spawn: ({ parent, ...options }) => runTask(main, log, parent ? { threadId: parent.id } : {}, options),
    },
    fetch,
    http,
    oauth: createOAuth(main, fetch),
    credentials: createCredentials(main, { env, state }),
    env,
    log,
  };
  return {
    context,
    ...registered,
    languageModels,
    settings,
    documents,
    dispose: () => disposeAll(subscriptions, log),
  };
}
