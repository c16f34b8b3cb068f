import { onTestFinished } from 'vitest';
import type { ToolOutput } from '../../shared/contract/tool.ts';
import type { StreamHandler } from '../../shared/rpc/handlers.ts';
import { createLuaRuntime, usualLimits } from '../runtimes/lua/lua-runtime.ts';
import type { LuaLimits } from '../runtimes/lua/state/lua-state.ts';
import { connectContext, type MainAnswers } from './connect-context.ts';

const main = 'extensions/hello.lua';
/** Times that no script of a test reaches on a busy computer; a test of a limit gives its own. */
const patient: LuaLimits = { ...usualLimits, loadMs: 60_000, runMs: 60_000, endMs: 60_000 };
const utf8 = new TextEncoder();
const bytesOf = (source: string | Uint8Array) => (typeof source === 'string' ? utf8.encode(source) : source);

interface Given {
  readonly answers?: MainAnswers;
  readonly streams?: Readonly<Record<string, StreamHandler>>;
  readonly limits?: Partial<LuaLimits>;
  /** In which it may register endpoints. */
  readonly dialects?: readonly string[];
  /** Sources by path, of the modules `hello.<name>`: `words.lua` is `hello.words`. */
  readonly modules?: Readonly<Record<string, string>>;
}

/** Loads and activates `extensions/hello.lua` with these contents, until the end of the test. */
export async function loadScript(
  source: string | Uint8Array,
  { answers = {}, streams = {}, limits = {}, modules = {}, dialects = [] }: Given = {},
) {
  const own = Object.entries(modules).map(([file, text]) => [`extensions/hello/${file}`, bytesOf(text)] as const);
  const names = Object.keys(modules).map((file) => [`hello.${file.slice(0, -4)}`, `extensions/hello/${file}`]);
  const sources = {
    main,
    files: { [main]: bytesOf(source), ...Object.fromEntries(own) },
    modules: Object.fromEntries(names) as Record<string, string>,
  };
  const connected = connectContext(answers, null, streams);
  const open = { type: 'extension', extensionId: 'sample', rootPath: '/x', mainPath: main, runtime: 'lua' } as const;
  const runtime = createLuaRuntime({ ...patient, ...limits });
  const loaded = await runtime.load({ ...open, declares: null, dialects }, { sources, tell: connected.tell });
  onTestFinished(() => loaded.deactivate());
  const registered = await loaded.activate(connected.context);
  const { api } = connected;
  let calls = 0;
  const tool = (id: string, input: unknown = {}, signal = new AbortController().signal): Promise<ToolOutput> => {
    calls += 1;
    return api.tools.run({ id, input, callId: String(calls), threadId: 'thread' }, signal);
  };
  const command = (id: string, argument = '', signal = new AbortController().signal) =>
    api.slashCommands.run({ id, argument, threadId: 'thread' }, signal);
  return { ...connected, loaded, registered, tool, command };
}

/** A script whose tool `t` has this body, with `params` and `ctx`. @param before what is around it */
export const toolOf = (body: string, before = ''): string =>
  `${before} zi.register_tool { name = "t", description = "d", execute = function(params, ctx) ${body} end }`;

/** The output of a tool with this body. */
export async function runLua(body: string, given?: Given): Promise<ToolOutput> {
  return (await loadScript(toolOf(body), given)).tool('t');
}
