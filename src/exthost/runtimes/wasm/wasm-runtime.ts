import type { CompiledComponent } from '../../../shared/contract/extensions/compiled-component.ts';
import { portWindow } from '../../../shared/contract/extensions/port-window.ts';
import type { Runtime } from '../runtime.ts';
import { ActiveComponent } from './active-component.ts';
import { compileModules } from './compile-modules.ts';
import { contribute } from './component-contributions.ts';
import { ComponentInstance, type InstanceLimits } from './component-instance.ts';
import type { MakeThread } from './component-thread.ts';

const megabyte = 1024 ** 2;

const usualLimits: InstanceLimits = {
  startMs: 20_000,
  runMs: 5000,
  graceMs: 1000,
  memoryBytes: 512 * megabyte,
  messageBytes: portWindow.messageBytes,
  answerBytes: 64 * megabyte,
};

/** Exports that the app calls, as the glue names them. A component without any of them cannot be used. */
const knownExports = [
  'initExtension',
  'deactivate',
  'runCommand',
  'runSlashCommand',
  'runTool',
  'llmProviders',
] as const;

/**
 * Runs an extension as a WebAssembly component. Its instances run in threads of their own, so that one that waits or
 * loops keeps neither the others nor the host from anything; what it asks for is done here, by its `context`.
 * @param makeThread makes the thread of an instance
 */
export const createWasmRuntime = (makeThread: MakeThread, limits: Partial<InstanceLimits> = {}): Runtime => ({
  async load({ extensionId, mainPath, declares }, { component }) {
    // Grammars alone.
    if (!component) return { activate: async () => null, deactivate: async () => undefined };
    if (typeof SharedArrayBuffer === 'undefined') {
      throw new Error('Components cannot run here: this host has no memory that threads can share');
    }
    expectKnown(component);
    const all = { ...usualLimits, ...limits };
    const modules = await compileModules(component, mainPath, all.memoryBytes);
    const open = () => ComponentInstance.load(extensionId, modules, makeThread, all);
    const first = await open();
    let active: ActiveComponent | undefined;
    return {
      async activate(context) {
        active = new ActiveComponent(context, component, open);
        await active.begin(first);
        await contribute(active, declares);
        return null;
      },
      async deactivate() {
        if (active) await active.end();
        else first.close();
      },
    };
  },
});

function expectKnown({ exports }: CompiledComponent): void {
  if (knownExports.some((name) => exports.includes(name))) return;
  const has = exports.length > 0 ? `only ${exports.slice(0, 10).join(', ')}` : 'nothing';
  throw new Error(
    `The component exports ${has}, which the app does not know. Export what a world of outrigger:extension has, such as llm-providers, run-command or run-tool`,
  );
}
