import { LuaFactory } from 'wasmoon';
import { luaRuntime } from '../../../src/exthost/runtimes/lua/lua-runtime.ts';
import type { ExtensionContext } from '../../../src/shared/contract/extension-api/extension-api.ts';
import type { ToolCall } from '../../../src/shared/contract/extension-api/extension-tool-call.ts';
import { roundsOf } from '../../measure.ts';
import { runApp } from '../run-app.ts';

/** Lua in the runtime of extensions, and wasmoon by itself with what it offers for the same. */

const calls = 2_000;
const input = { words: ['one', 'two', 'three'], deep: { a: 1, b: [1, 2, 3] }, text: 'a text' };
const body =
  'return { content = params.text .. #params.words, details = { deep = params.deep, words = params.words } }';

type Tool = (input: object) => Promise<unknown>;

async function bare(): Promise<Tool> {
  const engine = await new LuaFactory().createEngine({ enableProxy: false, injectObjects: false });
  await engine.doString(`function execute(params) ${body} end`);
  const execute = engine.global.get('execute') as (params: object) => unknown;
  return async (params) => execute(params);
}

async function ours(): Promise<Tool> {
  const source = `zi.register_tool { name = "t", description = "d", execute = function(params, ctx) ${body} end }`;
  const main = 'extensions/t.lua';
  const open = { type: 'extension', extensionId: 't', rootPath: '', mainPath: main, runtime: 'lua' } as const;
  const sources = { main, files: { [main]: new TextEncoder().encode(source) }, modules: {} };
  const loaded = await luaRuntime.load({ ...open, declares: null }, { sources, tell: async () => null });
  let tool: Tool | undefined;
  const register: ExtensionContext['tools']['register'] = (_id, run) => {
    const { signal } = new AbortController();
    tool = async (params) => run(params, signal, { report: () => undefined } as unknown as ToolCall);
    return { dispose: () => undefined };
  };
  await loaded.activate({ tools: { register }, subscriptions: [] } as unknown as ExtensionContext);
  if (!tool) throw new Error('the script registered no tool');
  return tool;
}

const contenders = { bare, ours };

async function run(): Promise<void> {
  // The first round lets the compiler see everything once.
  for (let round = 0; round <= roundsOf(15); round += 1) {
    for (const [name, make] of Object.entries(contenders)) {
      const began = performance.now();
      const tool = await make();
      const readyMs = performance.now() - began;
      for (let call = 0; call < calls / 4; call += 1) await tool(input);
      const from = performance.now();
      for (let call = 0; call < calls; call += 1) await tool(input);
      const callUs = ((performance.now() - from) / calls) * 1000;
      if (round > 0) console.log(`seen ${JSON.stringify({ name, round, readyMs, callUs })}`);
    }
  }
}

void runApp(run);
