import { appCommands, commandTable } from '../../../shared/contract/app-commands.ts';
import { agentName, useAgentServers } from '../../base/agent-servers-store.ts';
import { bootState } from '../../base/boot.ts';
import { keyOf, requestCommand } from '../../base/commands/commands.ts';
import { useContributions } from '../../base/contributions-store.ts';
import { answeringAgent } from '../agent-servers/session/sessions-store.ts';
import { groupModels, moreAgents } from '../models/model-list.ts';
import { showPopover } from '../panel/panel-view.ts';
import { agent } from '../threads/agent.ts';
import type { LocalReplyLine } from '../threads/agent-state.ts';
import type { CommandEffects } from './built-in-commands.ts';
import type { ComposerCommand } from './composer-commands.ts';

const { version } = await bootState;

/** The effects of the app's own commands in this window. @param offered the commands that /help lists */
export const commandEffects = (offered: readonly ComposerCommand[]): CommandEffects => ({
  version,
  clear: () => agent.setDraft(''),
  newThread: (draft) => (draft === '' ? requestCommand('agent.newThread') : void agent.newThread(draft)),
  exportThread: () => requestCommand('agent.exportThread'),
  showModels: () => showPopover('models'),
  models: () =>
    groupModels(agent.store.getState().providers ?? [], useAgentServers.getState().agentServers, [], '')
      .flatMap(({ options }) => options.map(({ ref, name, of }) => ({ ref, name: `${name} ${of}`.trim() })))
      .filter(({ ref }) => ref !== moreAgents),
  chooseModel: (ref) => void agent.chooseModel(ref),
  showAgents: () => showPopover('agents'),
  agents: () => useContributions.getState().agents,
  answeringAgent() {
    const ref = answeringAgent(agent.store.getState());
    return ref === null ? null : (agentName(ref) ?? ref);
  },
  chooseAgent: (name) => void agent.chooseAgent(name),
  compact: (instructions) => void agent.compact(instructions),
  reply: (reply) => agent.setLocalReply(reply),
  help: () => [
    ...offered.map(
      ({ name, argument, description, source }): LocalReplyLine => ({
        term: `/${name} ${argument}`.trim(),
        text: [description, source !== 'Outrigger' && source].filter(Boolean).join(' · '),
      }),
    ),
    { term: '@', text: 'Mention a file, a symbol, the selection, another thread or a web page' },
    { term: '!', text: 'Run a command in the shell; with !! no model is told of it' },
    ...composerKeys,
    ...appCommands.flatMap((name): LocalReplyLine[] => {
      const key = keyOf(name);
      return key ? [{ term: key, text: commandTable[name].title }] : [];
    }),
  ],
});

const composerKeys: readonly LocalReplyLine[] = [
  { term: 'Enter', text: 'Send the message; during an answer it is queued' },
  { term: 'Shift+Enter', text: 'New line' },
  { term: 'Alt+Enter', text: 'Open the mention at the cursor' },
  { term: '↑', text: 'In the empty field: bring back what you sent before' },
  { term: 'Esc', text: 'Stop the answer' },
];
