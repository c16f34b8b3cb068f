import { startCountingServer } from '../servers/counting-server.ts';
import { expect, type Hosts, probe, test } from '../support/hosts/host-kinds.ts';

/** Guarantees of the page that components run in: its workers can wait for each other, and still reach nothing. */

/** Runs code in a worker that the host's worker has made. @returns what it has posted */
async function inNestedWorker(hosts: Hosts, code: string): Promise<unknown> {
  const script = JSON.stringify(`(async () => { ${code} })().then(postMessage, (error) => postMessage(String(error)))`);
  await hosts.evaluate(
    'a',
    `globalThis.answer = null;
    globalThis.shared = new Int32Array(new SharedArrayBuffer(8));
    globalThis.nested = new Worker(URL.createObjectURL(new Blob([${script}], { type: 'text/javascript' })));
    nested.onmessage = ({ data }) => {
      if (data?.type === 'listening') return;
      if (data !== 'waiting') return void (answer = JSON.stringify(data));
      setTimeout(() => { shared[1] = 42; Atomics.store(shared, 0, 1); Atomics.notify(shared, 0); }, 20);
    };
    nested.onerror = ({ message }) => { answer = JSON.stringify('error: ' + message); };
    nested.postMessage(shared)`,
  );
  await expect.poll(() => hosts.evaluate('a', 'answer')).not.toBe(null);
  return JSON.parse(String(await hosts.evaluate('a', 'answer')));
}

test('a worker of a worker loads the glue of a component, and waits for an answer in shared memory', async ({
  hosts,
}) => {
  await hosts.start('a', 'wasm');
  await hosts.open('a', 'probe', probe, [], 'export const stack = () => new Error("here").stack;');
  const waited = `
    const shared = await new Promise((resolve) => { onmessage = ({ data }) => resolve(data); });
    const { stack } = await import('outrigger-extension://probe/1/component.js');
    const wasm = new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]);
    const compiled = WebAssembly.Module.exports(await WebAssembly.compile(wasm)).length;
    postMessage('waiting');
    const woken = Atomics.wait(shared, 0, 0, 10_000);
    return [woken, shared[1], compiled, stack()];`;
  const answer = await inNestedWorker(hosts, waited);
  expect(answer).toEqual(['ok', 42, 0, expect.stringContaining('outrigger-extension://probe/1/component.js:1')]);
});

test('a worker of a worker reaches nothing by itself either', async ({ hosts }) => {
  const server = await startCountingServer();
  await hosts.start('a', 'wasm');
  const attempt = (code: string) => inNestedWorker(hosts, code);
  for (const code of [
    `await fetch('${server.url}')`,
    `await import('${server.url}/script.js')`,
    `importScripts('${server.url}/script.js')`,
    `const request = new XMLHttpRequest(); request.open('GET', '${server.url}', false); request.send()`,
    `await new Promise((resolve, reject) => { const socket = new WebSocket('${server.url.replace('http', 'ws')}'); socket.onopen = resolve; socket.onerror = () => reject('refused'); })`,
    `new Function('return 1')()`,
    'await navigator.storage.getDirectory()',
  ]) {
    expect(await attempt(`${code}; return 'reached'`)).toMatch(/Failed|NetworkError|refused|unsafe-eval|TypeError/);
  }
  expect(await attempt('return [origin, typeof process, typeof require]')).toEqual(['null', 'undefined', 'undefined']);
  expect(server.connections()).toBe(0);
  await server.close();
});

test('the thread of a component has the language, and nothing else', async ({ hosts }) => {
  await hosts.start('a', 'wasm');
  const removed = [
    'fetch',
    'postMessage',
    'addEventListener',
    'Worker',
    'MessageChannel',
    'BroadcastChannel',
    'navigator',
    'indexedDB',
    'importScripts',
    'close',
    'XMLHttpRequest',
    'eval',
    'Blob',
    'URL',
    'setInterval',
  ];
  const kept = ['WebAssembly', 'TextDecoder', 'setTimeout', 'crypto', 'hasOwnProperty'];
  const present = (of: readonly string[]) => `${JSON.stringify(of)}.filter((name) => name in globalThis)`;
  const left = await inNestedWorker(
    hosts,
    `const before = ${present(removed)}.length;
    await import('outrigger-host://host/component.js');
    return [before, ${present(removed)}, ${present(kept)}];`,
  );
  expect(left).toEqual([removed.length, [], kept]);
});
