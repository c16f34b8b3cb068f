import type { RendererApi } from '../shared/contract/renderer-api.ts';
import type { AiServices } from './ai-services-contract.ts';
import { lazyMethods } from './platform/lazy-methods.ts';

type Groups =
  | 'agent'
  | 'threads'
  | 'changes'
  | 'mentions'
  | 'providers'
  | 'credentials'
  | 'hosts'
  | 'extensions'
  | 'questions';

/** What the renderer may ask of the half of main that is loaded when it is first asked. */
export const aiHandlers = (services: () => Promise<AiServices>): Pick<RendererApi, Groups> => ({
  agent: lazyMethods(
    async () => (await services()).agent,
    [
      ...(['providers', 'chooseModel', 'thread', 'newThread', 'send', 'stop', 'retry'] as const),
      ...(['retryNow', 'runSlashCommand', 'decideTool', 'editQueued', 'orderQueue', 'sendQueuedNow'] as const),
      ...(['regenerate', 'continueAnswer', 'showBranch', 'annotate', 'compact', 'setLimit', 'answerPause'] as const),
      ...(['runTemplate', 'showRequest', 'keepDraft'] as const),
    ],
  ),
  changes: lazyMethods(
    async () => (await services()).changes,
    ['review', 'texts', 'accept', 'reject', 'rejectPart', 'restore', 'undoRestore'],
  ),
  mentions: lazyMethods(async () => (await services()).mentions, ['paths', 'symbols']),
  threads: lazyMethods(
    async () => (await services()).threads,
    [
      ...(['list', 'search', 'open', 'rename', 'setArchived', 'remove', 'restore'] as const),
      ...(['exportMarkdown', 'showAsText'] as const),
    ],
  ),
  providers: lazyMethods(
    async () => (await services()).providers,
    [
      ...(['refresh', 'setFavourite', 'page', 'signIn', 'signOut', 'test', 'switchOn'] as const),
      ...(['setVariable', 'answerVariable', 'openSignIn', 'endSignIn'] as const),
    ],
  ),
  credentials: lazyMethods(async () => (await services()).credentials, ['answer', 'list', 'replace', 'remove']),
  hosts: lazyMethods(async () => (await services()).hosts, ['restart', 'log', 'inspect']),
  extensions: lazyMethods(
    async () => (await services()).extensions,
    [
      ...(['list', 'running', 'contributions', 'pickPackage', 'prepareInstall', 'commitInstall'] as const),
      ...(['discardInstall', 'consent', 'setEnabled', 'uninstall', 'reload', 'runCommand'] as const),
    ],
  ),
  questions: lazyMethods(async () => (await services()).questions, ['answer', 'cancelProgress']),
});
