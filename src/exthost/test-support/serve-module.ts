import { existsSync, readFileSync } from 'node:fs';
import { onTestFinished, vi } from 'vitest';
import { nothingDeclared } from '../../shared/contract/extensions/contribution-kinds.ts';
import type { ExtensionMethods, ExtensionStreams } from '../../shared/contract/extensions/exthost-api.ts';
import { portWindow } from '../../shared/contract/extensions/port-window.ts';
import { Peer } from '../../shared/rpc/peer.ts';
import { createMemoryPorts } from '../../shared/rpc/ports/memory-port.ts';
import { emptyRequest as request } from '../../shared/testing/empty-request.ts';
import { serveExtension } from '../activator.ts';
import { jsRuntime } from '../runtimes/js-runtime.ts';
import { moduleFiles } from './module-files.ts';

const declares = { ...nothingDeclared, providers: ['p'], commands: ['c'], slashCommands: ['s'], tools: ['t'] };

/**
 * Runs a module behind a port for the duration of a test. In the module `note(text)` writes a line that the test can
 * read, and `gate` waits for `openGate`. It may register a provider "p", a command "c", a slash command "s", a tool
 * "t".
 */
export function serveModule(source: string) {
  const files = moduleFiles();
  const notesPath = files.write('', 'txt');
  const { promise, resolve: openGate } = Promise.withResolvers<void>();
  Object.assign(globalThis, { [Symbol.for(notesPath)]: promise });
  const mainPath = files.write(`
    import { appendFileSync } from 'node:fs';
    const gate = globalThis[Symbol.for(${JSON.stringify(notesPath)})];
    const note = (text) => appendFileSync(${JSON.stringify(notesPath)}, text + '\\n');
    const calls = { models: () => [], isAuthenticated: () => true, authenticate() {}, resetCredentials() {} };
    ${source}`);
  const [near, far] = createMemoryPorts();
  const onClosed = vi.fn();
  const running = serveExtension(
    { type: 'extension', extensionId: 'subject', rootPath: files.folder, mainPath, runtime: 'js', declares },
    far,
    jsRuntime,
    portWindow,
    onClosed,
  );
  const logged: string[] = [];
  let subscribes = 0;
  const main = new Peer<ExtensionMethods, ExtensionStreams>(near, {
    methods: {
      'log.write': (params) => void logged.push((params as { text: string }).text),
      async 'document.subscribe'() {
        subscribes += 1;
        const opened = { type: 'opened' as const, path: '/a', languageId: 'text', version: 1, text: 'one' };
        await main.call('document.events', { events: [opened] });
        return null;
      },
    },
  });
  onTestFinished(() => {
    main.close();
    files.remove();
  });
  const notes = () => (existsSync(notesPath) ? readFileSync(notesPath, 'utf8').split('\n').slice(0, -1) : []);
  const completion = (signal?: AbortSignal) =>
    main.stream('provider.completion', { providerId: 'p', modelId: 'm', request }, { signal });
  return { main, running, onClosed, notes, completion, openGate, logged, subscribes: () => subscribes };
}
