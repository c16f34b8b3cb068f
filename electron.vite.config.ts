import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'electron-vite';
import type { Plugin } from 'vite';
import type { HostKind } from './src/shared/contract/extensions/host-kind.ts';
import { methodNames } from './src/shared/contract/methods/renderer-methods.ts';

// Build targets suit the oldest runtime that development may run on (docs/decisions/0001), not only the declared one.
const nodeTarget = 'node20.18';
const browserTarget = 'chrome130';

/** What each kind of extension host is started with. */
const hostEntries = {
  process: { exthost: 'src/exthost/index.ts' },
  worker: {
    'worker-host/preload': 'src/preload/worker-host.ts',
    'worker-host/page': 'src/exthost/worker/worker-page.ts',
    'worker-host/worker': 'src/exthost/worker/worker.ts',
  },
  lua: {
    'lua-host/preload': 'src/preload/worker-host.ts',
    'lua-host/page': 'src/exthost/worker/worker-page.ts',
    'lua-host/worker': 'src/exthost/worker/lua-worker.ts',
  },
  wasm: {
    'wasm-host/preload': 'src/preload/worker-host.ts',
    'wasm-host/page': 'src/exthost/worker/worker-page.ts',
    'wasm-host/worker': 'src/exthost/worker/wasm-worker.ts',
    'wasm-host/component': 'src/exthost/worker/component-worker.ts',
    'wasm-host/grammar': 'src/exthost/worker/grammar-worker.ts',
  },
} satisfies Record<HostKind, Readonly<Record<string, string>>>;

const libraries = join(import.meta.dirname, 'node_modules', '@bytecodealliance');

/** The compiler of components is itself one: its core modules lie beside the entry that loads them, with its licence. */
const compilerModules = (): Plugin => ({
  name: 'compiler-modules',
  generateBundle() {
    const compiler = join(libraries, 'jco-transpile');
    const name = 'js-component-bindgen-component';
    for (const [fileName, path] of [
      [`${name}.core.wasm`, `vendor/${name}.core.wasm`],
      [`${name}.core2.wasm`, `vendor/${name}.core2.wasm`],
      [`${name}.LICENSE.txt`, 'LICENSE'],
    ] as const) {
      this.emitFile({ type: 'asset', fileName, source: readFileSync(join(compiler, path)) });
    }
  },
});

/** The steps in which `src/renderer/shell/lazy-parts.ts` loads the window: its first paint, then what follows it. */
const startSteps = [
  { name: 'initial', tags: ['$initial' as const], priority: 4 },
  { name: 'tree', test: /src\/renderer\/tree\/FileTree\.tsx$/, priority: 3 },
  { name: 'panel', test: /src\/renderer\/agent\/panel\/AgentPanel\.tsx$/, priority: 2 },
  {
    name: 'parts',
    test: /src\/renderer\/(dialogs\/DialogHost|editor\/editor-extras|shell\/quick-open\/QuickOpen|search\/SearchView)\.tsx?$/,
    priority: 1,
  },
];

export default defineConfig({
  main: {
    plugins: [compilerModules()],
    resolve: {
      // The system that the compiler is given: the one for browsers, which has no files and no network.
      alias: [
        {
          find: /^@bytecodealliance\/preview2-shim\/(\w+)$/,
          replacement: join(libraries, 'preview2-shim', 'dist', 'browser', '$1.js'),
        },
      ],
    },
    define: { __METHOD_NAMES__: JSON.stringify(methodNames) },
    build: {
      target: nodeTarget,
      externalizeDeps: true,
      rollupOptions: {
        input: {
          index: 'src/main/index.ts',
          ...hostEntries.process,
          'inspector-thread': 'src/exthost/inspector-thread.ts',
          'syntax-thread': 'src/exthost/syntax-thread.ts',
          'guess-thread': 'src/main/documents/encoding/guess-thread.ts',
          'component-compiler': 'src/main/extensions/components/compiler-process.ts',
          'look-thread': 'src/main/changes/checkpoints/look-thread.ts',
          'editor-config-thread': 'src/main/editor-config/editor-config-thread.ts',
        },
        // Chunks lie beside the entries: modules find the files of their threads in their own folder.
        output: { format: 'cjs', entryFileNames: '[name].cjs', chunkFileNames: '[name]-[hash].cjs' },
      },
    },
  },
  preload: {
    define: {
      __METHOD_NAMES__: JSON.stringify(methodNames),
      // web-tree-sitter reads it; what stands for it in a file of this form wants a loader of modules.
      'import.meta.url': JSON.stringify('outrigger-host://host/'),
    },
    build: {
      // What runs without a loader of modules: the preloads, and the code of the worker host. Each is a whole file.
      isolatedEntries: true,
      target: nodeTarget,
      rollupOptions: {
        input: {
          index: 'src/preload/index.ts',
          ...hostEntries.worker,
          ...hostEntries.lua,
          ...hostEntries.wasm,
        },
        output: { format: 'cjs', entryFileNames: '[name].cjs', codeSplitting: false },
      },
    },
  },
  renderer: {
    root: 'src/renderer',
    base: './',
    plugins: [react()],
    build: {
      target: browserTarget,
      minify: true,
      modulePreload: { polyfill: false },
      rollupOptions: {
        input: { index: 'src/renderer/index.html' },
        // What every start loads is a file for each step, with all that it needs besides the steps before it: many small
        // ones cost more than they save.
        output: { codeSplitting: { groups: startSteps } },
      },
    },
  },
});
