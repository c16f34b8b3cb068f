import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '../fixtures.ts';
import { anthropicMessages } from '../servers/anthropic-wire.ts';
import { geminiContent } from '../servers/gemini-wire.ts';
import { type Answer, type SeenRequest, startProviderServer, type WireFormat } from '../servers/provider-server.ts';
import { type AgentPackage, installedAgent } from '../support/processes/installed-agent.ts';
import { panelOf } from '../support/views/panel.ts';

interface RealAgent {
  readonly package: AgentPackage;
  readonly args: readonly string[];
  readonly format: WireFormat;
  /** @param url of the service. @param home an empty folder */
  environment(url: string, home: string): Promise<Readonly<Record<string, string>>>;
  /** What its model wants done to change "two" into "TWO" in a file, after so many results of tools; null: nothing more. */
  edit(path: string, results: number): { readonly name: string; readonly input: unknown } | null;
  /** The option that allows a call once. */
  readonly allow: string;
  /** It names its sessions by the minute, and mixes up two starts in one. */
  readonly hasSlowSessions: boolean;
}

const agents: Readonly<Record<string, RealAgent>> = {
  /** Writes the disk itself. */
  'claude-agent-acp': {
    package: { name: '@agentclientprotocol/claude-agent-acp', version: '0.101.0', program: 'dist/index.js' },
    args: [],
    format: anthropicMessages,
    async environment(url, home) {
      const config = join(home, 'config');
      await mkdir(config);
      await writeFile(join(config, 'settings.json'), JSON.stringify({ permissions: { defaultMode: 'default' } }));
      return {
        CLAUDE_CONFIG_DIR: config,
        ANTHROPIC_BASE_URL: url,
        ANTHROPIC_API_KEY: 'no-secret',
        CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
        IS_SANDBOX: '1',
      };
    },
    edit(path, results) {
      if (results === 0) return { name: 'Read', input: { file_path: path } };
      if (results > 1) return null;
      return { name: 'Edit', input: { file_path: path, old_string: 'two', new_string: 'TWO' } };
    },
    allow: 'Yes',
    hasSlowSessions: false,
  },
  /** Reads and writes through the app. */
  'gemini-cli': {
    package: { name: '@google/gemini-cli', version: '0.61.0', program: 'bundle/gemini.js' },
    args: ['--acp'],
    format: geminiContent,
    environment: async (url) => ({
      GOOGLE_GEMINI_BASE_URL: url.replace(/\/v1beta$/, ''),
      GEMINI_API_KEY: 'no-secret',
      GEMINI_CLI_TRUST_WORKSPACE: 'true',
      GEMINI_CLI_NO_RELAUNCH: 'true',
    }),
    edit: (path, results) =>
      results > 0 ? null : { name: 'write_file', input: { file_path: path, content: 'one\nTWO\n' } },
    allow: 'Allow',
    hasSlowSessions: true,
  },
};

for (const [name, agent] of Object.entries(agents)) {
  test(`${name} edits after it was allowed, and goes on with its session after the next start`, {
    tag: '@soak',
  }, async ({ launch, folder }) => {
    test.setTimeout(600_000);
    const program = await installedAgent(agent.package);
    let file = '';
    const answer = (prompt: string, _body: unknown, { toolResults }: SeenRequest): Answer => {
      const wanted = isAsked(_body) ? agent.edit(file, toolResults.length) : null;
      if (!wanted) return { text: prompt.includes('And now?') ? 'Now as before.' : 'It is done.' };
      const { name, input } = wanted;
      return { toolCalls: [{ id: `call-${toolResults.length}`, name, input: JSON.stringify(input) }] };
    };
    const service = await startProviderServer(agent.format, { answer });
    const env = { HOME: folder, ...(await agent.environment(service.url, folder)) };
    const args = [program, ...agent.args];
    const settings = { agent_servers: { [name]: { command: process.execPath, args, env } } };
    const first = await launch({ project: { 'a.txt': 'one\ntwo\n' }, settings });
    file = join(first.project, 'a.txt');
    const panel = panelOf(first.page);
    await panel.choose(name);

    await test.step('an edit is allowed by its own option, and under review', async () => {
      await panel.ask('Please edit a.txt');
      const question = panel.lastTurn.getByRole('group', { name: `May ${name} do this?` });
      const allow = question.getByRole('button', { name: agent.allow, exact: true });
      await expect(allow).toHaveAttribute('aria-disabled', 'false', { timeout: 120_000 });
      expect(await readFile(file, 'utf8')).toBe('one\ntwo\n');
      await allow.click();
      await expect(panel.said('It is done.')).toBeVisible();
      await panel.ended();
      expect(await readFile(file, 'utf8')).toBe('one\nTWO\n');
      await expect(panel.root.getByRole('button', { name: 'Reject all' })).toBeVisible();
    });

    await test.step('what it changed is restored', async () => {
      await panel.lastTurn.getByRole('button', { name: /^Restore/ }).click();
      await first.page
        .getByRole('alertdialog')
        .getByRole('button', { name: /^Restore/ })
        .click();
      await expect.poll(() => readFile(file, 'utf8')).toBe('one\ntwo\n');
    });

    await test.step('after the next start it knows what was said', async () => {
      const minute = (at: number) => Math.floor(at / 60_000);
      const begun = Date.now();
      if (agent.hasSlowSessions)
        await expect.poll(() => minute(Date.now()) > minute(begun), { timeout: 70_000 }).toBe(true);
      const { page } = await first.relaunch();
      const again = panelOf(page);
      await again.ask('And now?');
      await expect(again.said('Now as before.')).toBeVisible({ timeout: 120_000 });
      const asked = service.completions().filter(({ body }) => JSON.stringify(body).includes('And now?'));
      expect(JSON.stringify(asked.at(0)?.body)).toContain('Please edit a.txt');
    });
    await service.close();
  });
}

/** Whether tools may be called: agents ask their models for titles, too. */
const isAsked = (body: unknown): boolean => {
  const { tools } = (body ?? {}) as { tools?: readonly unknown[] };
  return (tools?.length ?? 0) > 0;
};
