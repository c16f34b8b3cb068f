import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { ComponentThread } from '../../../src/exthost/runtimes/wasm/component-thread.ts';
import { createWasmRuntime } from '../../../src/exthost/runtimes/wasm/wasm-runtime.ts';
import type { ExtensionContext } from '../../../src/shared/contract/extension-api/extension-api.ts';
import type { ToolCall } from '../../../src/shared/contract/extension-api/extension-tool-call.ts';
import { roundsOf } from '../../measure.ts';
import type { Asked } from './bare-thread.ts';

/** A component in the runtime of extensions, and what jco makes of it by itself, each in a thread. */

const calls = 2_000;
const [folder = '', facts = ''] = process.argv.slice(2);
const { modules, ...component }: { modules: string[]; imports: string[]; exports: string[] } = JSON.parse(facts);
const bytes = Object.fromEntries(modules.map((name) => [name, new Uint8Array(readFileSync(join(folder, name)))]));
const glue = `file://${join(folder, 'component.js')}`;
const input = { words: ['one', 'two', 'three'], deep: { a: 1, b: [1, 2, 3] }, text: 'a text' };

const threadOf = (entry: string) => new Worker(join(import.meta.dirname, `${entry}.js`));

interface Ready {
  call(): Promise<unknown>;
  end(): Promise<unknown>;
}

async function bare(): Promise<Ready> {
  const worker = threadOf('bare-thread');
  const ask = async (asked: Asked) => {
    worker.postMessage(asked);
    const [answer] = await once(worker, 'message');
    return answer as unknown;
  };
  const compiled = Object.entries(bytes).map(async ([name, one]) => [name, await WebAssembly.compile(one)] as const);
  await ask({ glue, modules: Object.fromEntries(await Promise.all(compiled)) });
  const args = ['count', JSON.stringify(input)];
  return { call: () => ask({ name: 'runTool', args }), end: () => worker.terminate() };
}

function ourThread(): ComponentThread {
  const worker = threadOf('thread');
  return {
    post: (message) => worker.postMessage(message),
    onMessage: (hear) => worker.on('message', hear),
    onFailure: (hear) => worker.on('error', (error) => hear(String(error))),
    end: () => void worker.terminate(),
  };
}

const noGrammars = () => {
  throw new Error('There are no grammars here');
};

async function ours(): Promise<Ready> {
  const declares = { providers: [], commands: [], slashCommands: [], tools: ['count'], events: [] };
  const open = { type: 'extension', extensionId: 'bench', rootPath: folder, mainPath: glue, runtime: 'wasm' } as const;
  const handed = { component: { ...component, modules: bytes }, tell: async () => null };
  const loaded = await createWasmRuntime({ component: ourThread, grammar: noGrammars }).load(
    { ...open, declares },
    handed,
  );
  let call: Ready['call'] | undefined;
  const register: ExtensionContext['tools']['register'] = (_id, run) => {
    const { signal } = new AbortController();
    call = async () => run(input, signal, { report: () => undefined } as unknown as ToolCall);
    return { dispose: () => undefined };
  };
  await loaded.activate({ tools: { register } } as unknown as ExtensionContext);
  if (!call) throw new Error('the component registered no tool');
  return { call, end: () => loaded.deactivate() };
}

const contenders = { bare, ours };

// The first round lets the compiler see everything once.
for (let round = 0; round <= roundsOf(15); round += 1) {
  for (const [name, make] of Object.entries(contenders)) {
    const began = performance.now();
    const { call, end } = await make();
    const readyMs = performance.now() - began;
    const said = await call();
    if (said !== '{"text":"a text","count":3}') throw new Error(`${name} said ${said}`);
    for (let warm = 0; warm < calls / 4; warm += 1) await call();
    const from = performance.now();
    for (let each = 0; each < calls; each += 1) await call();
    const callUs = ((performance.now() - from) / calls) * 1000;
    await end();
    if (round > 0) console.log(JSON.stringify({ name, round, readyMs, callUs }));
  }
}
process.exit();
