import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import { createChangeService } from '../../src/main/changes/change-service.ts';
import { createDiagnostics } from '../../src/main/context/diagnostics.ts';
import { contentRoots } from '../../src/main/context/roots/content-roots.ts';
import { skillsIn } from '../../src/main/context/roots/skills.ts';
import { usualDeadlines } from '../../src/main/deadlines.ts';
import { temporaryFolder } from '../../src/main/testing/temporary-folder.ts';
import { offerTools } from '../../src/main/tools/offered-tools.ts';
import { runToolCall } from '../../src/main/tools/run-tool-call.ts';
import { createToolHost } from '../../src/main/tools/tool-host.ts';
import type { ExtensionModule } from '../../src/shared/contract/extension-api/extension-api.ts';
import type { FetchedPage } from '../../src/shared/contract/extension-api/extension-tool-call.ts';
import type { MainMethods } from '../../src/shared/contract/extensions/main-methods.ts';
import type { Manifest } from '../../src/shared/contract/extensions/manifest.ts';
import type { ModelInfo } from '../../src/shared/contract/provider.ts';
import {
  type ContributedTool,
  type ToolEffect,
  type ToolRule,
  type ToolRunState,
  toolName,
} from '../../src/shared/contract/tool.ts';
import { hosted } from './extension-harness.ts';

const model = { capabilities: { supportsTools: true } } as ModelInfo;

export interface ToolProject {
  readonly root: string;
  /** Questions to the person. */
  readonly asked: ToolEffect[];
  /** The person's answer. */
  decision: 'allow-once' | 'deny';
  /** Called before the person answers. */
  meanwhile: () => Promise<void>;
  rules: ToolRule[];
  /** Content of the web. */
  page: (url: string) => FetchedPage;
  /** Runs a call as from a model. @returns its final state */
  run(tool: string, input: unknown, signal?: AbortSignal): Promise<ToolRunState>;
  write(path: string, text: string): Promise<void>;
  /** null: no such file. */
  read(path: string): Promise<string | null>;
}

/** Runs an extension's tools in a folder of files, by the app's own tool host, which also judges their effects. */
export async function toolProject(
  module: ExtensionModule,
  manifest: Manifest,
  files: Readonly<Record<string, string>> = {},
): Promise<ToolProject> {
  const outside = await temporaryFolder();
  const root = join(outside, 'project');
  const place = (path: string) => join(root, path);
  async function write(path: string, text: string): Promise<void> {
    await mkdir(dirname(place(path)), { recursive: true });
    await writeFile(place(path), text);
  }
  await mkdir(root);
  for (const [path, text] of Object.entries(files)) await write(path, text);

  const changes = createChangeService({
    directory: join(outside, 'checkpoints'),
    root: () => root,
    publish() {},
    openPaths: () => [],
    readingOf: () => undefined,
    saveDocument: () => Promise.reject(new Error('No document is open.')),
    deadlines: usualDeadlines.window,
    onProblem(sentence) {
      throw new Error(sentence);
    },
  });
  const places = {
    userData: join(outside, 'user'),
    home: join(outside, 'home'),
    explicitRoots: [],
    extensions: () => [],
  };
  const host = createToolHost({
    root: () => root,
    askInDialog: async () => null,
    rules: () => project.rules,
    addRules: () => {},
    isTrusted: async () => true,
    changes,
    async fetchPage(url, { mayFetch }) {
      await mayFetch?.(url);
      return project.page(url);
    },
    diagnostics: createDiagnostics({ readText: changes.readText, openPaths: () => Object.keys(files).map(place) }),
    skills: async () => (await skillsIn(contentRoots(places, root))).found,
    environment: async () => process.env,
    protectedPaths: [],
  });
  onTestFinished(async () => {
    await host.close();
    await changes.close();
  });
  const answers = Object.entries(host.services).map(([name, service]) => [
    name,
    (params: never, { signal }: { signal: AbortSignal }) => service(manifest, params, { signal }),
  ]);
  const { api } = await hosted(module, manifest, Object.fromEntries(answers) as { [M in keyof MainMethods]?: never });
  const tools = Object.entries(manifest.tools).map(
    ([id, tool]): ContributedTool => ({
      id,
      extensionId: manifest.id,
      extensionName: manifest.name,
      origin: 'bundled',
      description: tool.description,
      inputSchema: JSON.stringify(tool.input_schema),
      isReadOnly: tool.read_only,
      asksByEffect: tool.approval === 'each-effect',
    }),
  );
  const at = { threadId: 'thread', promptId: 'prompt', root };
  const calls = {
    ...host.callsOf(at, (tool, input, callId, signal) =>
      api.tools.run({ id: tool.id, input, callId, threadId: at.threadId }, signal),
    ),
    offered: offerTools(tools, model),
    maxOutput: 100 * 1024,
  };
  let count = 0;

  const project: ToolProject = {
    root,
    asked: [],
    decision: 'allow-once',
    meanwhile: async () => {},
    rules: [],
    page: () => {
      throw new Error('There is no web.');
    },
    run(tool, input, signal = AbortSignal.timeout(20_000)) {
      count += 1;
      const id = `call-${count}`;
      const name = toolName({ extensionId: manifest.id, id: tool });
      const told = {
        state(state: ToolRunState) {
          if (state.type !== 'waiting') return;
          if (state.effect) project.asked.push(state.effect);
          void project.meanwhile().then(() => host.decide(at.threadId, id, project.decision));
        },
        output() {},
      };
      const toolUse = { id, name, input: JSON.stringify(input), isInputComplete: true };
      return runToolCall(toolUse, calls, told, signal, () => 'It was stopped.');
    },
    write,
    read: (path) =>
      stat(place(path)).then(
        (facts) => (facts.isDirectory() ? '(directory)' : readFile(place(path), 'utf8')),
        () => null,
      ),
  };
  return project;
}
