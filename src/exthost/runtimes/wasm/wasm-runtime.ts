import type { ExtensionContext } from '../../../shared/contract/extension-api/extension-api.ts';
import type { CompiledComponent } from '../../../shared/contract/extensions/compiled-component.ts';
import type { ExtensionOpen } from '../../../shared/contract/extensions/exthost-api.ts';
import { portWindow } from '../../../shared/contract/extensions/port-window.ts';
import type { LoadedExtension, Runtime } from '../runtime.ts';
import { ActiveComponent } from './active-component.ts';
import { compileModules } from './compile-modules.ts';
import { contribute } from './component-contributions.ts';
import { ComponentInstance, type InstanceLimits } from './component-instance.ts';
import type { MakeThread } from './component-thread.ts';
import { ActiveGrammars } from './grammars/active-grammars.ts';
import type { MakeGrammarThread } from './grammars/grammar-thread.ts';

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
  'indexDocs',
] as const;

/** How this host makes threads for code of extensions. */
export interface WasmThreads {
  readonly component: MakeThread;
  readonly grammar: MakeGrammarThread;
}

/**
 * Runs an extension as a WebAssembly component. Its instances run in threads of their own, so that one that waits or
 * loops keeps neither the others nor the host from anything; what it asks for is done here, by its `context`. So do its
 * grammars, which ask for nothing; an extension may have them alone.
 */
export const createWasmRuntime = (threads: WasmThreads, limits: Partial<InstanceLimits> = {}): Runtime => ({
  async load(open, { component, grammars: given }) {
    const grammars = given && new ActiveGrammars(given, threads.grammar);
    const code = component && (await loadComponent(open, component, threads.component, { ...usualLimits, ...limits }));
    let log: ExtensionContext['log'] | undefined;
    return {
      async activate(context) {
        log = context.log;
        return code ? code.activate(context) : null;
      },
      async highlight(request) {
        if (!grammars || !log) throw new Error('The extension has no grammars');
        return grammars.highlight(request, log);
      },
      async deactivate() {
        grammars?.end();
        await code?.deactivate();
      },
    };
  },
});

async function loadComponent(
  { extensionId, mainPath, declares, docs }: ExtensionOpen,
  component: CompiledComponent,
  makeThread: MakeThread,
  limits: InstanceLimits,
): Promise<LoadedExtension> {
  if (typeof SharedArrayBuffer === 'undefined') {
    throw new Error('Components cannot run here: this host has no memory that threads can share');
  }
  expectKnown(component);
  const modules = await compileModules(component, mainPath, limits.memoryBytes);
  const open = () => ComponentInstance.load(extensionId, modules, makeThread, limits);
  const first = await open();
  let active: ActiveComponent | undefined;
  return {
    async activate(context) {
      active = new ActiveComponent(context, component, open);
      await active.begin(first);
      await contribute(active, { declares, docs });
      return null;
    },
    async deactivate() {
      if (active) await active.end();
      else first.close();
    },
  };
}

function expectKnown({ exports }: CompiledComponent): void {
  if (knownExports.some((name) => exports.includes(name))) return;
  const has = exports.length > 0 ? `only ${exports.slice(0, 10).join(', ')}` : 'nothing';
  throw new Error(
    `The component exports ${has}, which the app does not know. Export what a world of outrigger:extension has, such as llm-providers, run-command or run-tool`,
  );
}
