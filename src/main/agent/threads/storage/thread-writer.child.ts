import { writeSync } from 'node:fs';
import { sizeLimitsOf } from '../../../../shared/contract/size-limits.ts';
import { createAgentServers } from '../../../agent-servers/agent-servers.ts';
import { noAgents } from '../../../agent-servers/no-agents.fixture.ts';
import { usualDeadlines } from '../../../deadlines.ts';
import { helloWorld, memoryExtension, nothingKept } from '../../../providers/memory-extension.fixture.ts';
import { createProviderRegistry } from '../../../providers/provider-registry.ts';
import { createPersonShell } from '../../../tools/commands/person-shell.ts';
import { createAgentService } from '../../agent-service.ts';
import { asPrompt } from '../../as-prompt.fixture.ts';
import { noThreadEvents } from '../../events/thread-events.ts';
import { createThreadLog } from './thread-log.ts';

// Run by thread-kill.test.ts, which kills it: makes threads, names, deletes and restores them, for ever; or, told
// "stream", writes one answer without end, each piece of which has its time and is on its output before.
const [directory = '', task = ''] = process.argv.slice(2);

async function* withoutEnd() {
  for (let n = 0; ; n += 1) {
    const value = `${n}:${Date.now()} ${'word '.repeat(n % 7)}`;
    writeSync(1, value);
    yield { type: 'text', value };
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
}

const complete = () => (task === 'stream' ? withoutEnd() : helloWorld());
const extension = memoryExtension('good', { complete });
const agent = createAgentService({
  registry: createProviderRegistry({
    kept: nothingKept,
    extensions: () => [extension],
    publish: () => {},
    authenticate: async () => ({ ok: true, value: null }),
  }),
  deadlines: usualDeadlines.providers,
  threads: createThreadLog(directory, (error) => {
    throw error;
  }),
  publish: () => {},
  showNotice: () => {},
  openFolder: () => {},
  withdrawNotice: () => {},
  workspacePath: () => '/project',
  agentCatalog: noAgents.catalog,
  agentServers: (served) => createAgentServers(noAgents, served),
  savedModel: () => 'good:chat/live',
  saveModel: () => {},
  personActed: () => {},
  personTyped: () => {},
  tools: () => [],
  toolHost: {
    callsOf: () => ({ run: () => Promise.reject(new Error('no tool')) }),
    async decide() {},
    runOwn: () => Promise.reject(new Error('no command')),
    isAsking: () => false,
    forget() {},
  },
  findAgent: async () => null,
  shell: createPersonShell({ isTrusted: async () => false, environment: async () => ({}), home: directory }),
  rules: async () => [],
  events: noThreadEvents,
  skills: async () => [],
  resolveMentions: async () => [],
  expandTemplate: async (_id, argument) => ({ ok: true, value: argument }),
  threadLimit: () => ({}),
  slashCommands: () => [],
  slashCommand: async () => '',
  sizeLimits: () => sizeLimitsOf({}),
  autoTitles: () => false,
  debug: () => {},
  onPurged: () => {},
  pickSaveFile: async () => null,
  showFile: () => {},
});

const must = ({ ok }: { ok: boolean }): void => {
  if (!ok) throw new Error('It was refused.');
};
await agent.threads.list();
process.send?.('writing');
if (task === 'stream') must(await agent.send((await agent.thread()).id, asPrompt('for ever')));
for (let n = 0; task === ''; n += 1) {
  const shown = await agent.newThread();
  if (!shown.ok) throw new Error('It was refused.');
  const { id } = shown.value;
  must(await agent.send(id, asPrompt(`prompt ${n}`)));
  must(await agent.threads.rename(id, `Title ${n}`));
  while ((await agent.threads.list()).some((thread) => thread.state === 'answering')) {
    await new Promise((resolve) => setImmediate(resolve));
  }
  if (n % 3 === 1) must(await agent.threads.setArchived(id, true));
  if (n % 3 === 2) {
    must(await agent.threads.remove(id));
    if (n % 2 === 0) must(await agent.threads.restore(id));
  }
}
