import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import { createWasmRuntime } from '../../src/exthost/runtimes/wasm/wasm-runtime.ts';
import { componentOf } from '../../src/exthost/test-support/built-component.ts';
import { grammarNodeThread, nodeThread } from '../../src/exthost/test-support/node-thread.ts';
import type { ExtensionModule } from '../../src/shared/contract/extension-api/extension-api.ts';
import { buildComponent } from '../../src/shared/testing/components/build-component.ts';

/**
 * An extension that is a component, as a module: the runtime of its host activates it, with threads of Node, until the
 * test is over.
 * @param built its folder, with `component.wasm`
 */
export const componentIn = (built: string): ExtensionModule => ({
  async activate(context) {
    const { component, mainPath } = await componentOf(readFileSync(join(built, 'component.wasm')));
    const open = { type: 'extension', extensionId: context.extensionId, rootPath: built, mainPath } as const;
    const handed = { component, tell: async () => null };
    const loaded = await createWasmRuntime({ component: nodeThread, grammar: grammarNodeThread }).load(
      { ...open, runtime: 'wasm', declares: null },
      handed,
    );
    onTestFinished(() => loaded.deactivate());
    await loaded.activate(context);
  },
});

/** As above, from its sources. */
export const componentFrom = (source: URL): ExtensionModule => ({
  activate: async (context) => componentIn(await buildComponent(fileURLToPath(source))).activate(context),
});
