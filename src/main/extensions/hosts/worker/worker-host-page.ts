import type { CodeForm } from '../../../../shared/contract/extensions/host-kind.ts';

export const workerHostScheme = 'outrigger-host';
/** Scheme of the code of the extensions opened in a worker host. */
export const workerExtensionScheme = 'outrigger-extension';
export const workerHostPage = `${workerHostScheme}://host/page.html`;

export const pageText = '<!doctype html><title>Outrigger extensions</title><script src="page.js"></script>';

/** In what pages differ by the code that their workers run. */
interface PageOfCode {
  /** Scripts of the host, in its built folder. */
  readonly scripts: readonly string[];
  /** Whether WebAssembly may be compiled. */
  readonly compiles: boolean;
  /** Whether its workers share memory, so that one may wait for another. */
  readonly sharesMemory: boolean;
}

export const pages: Readonly<Record<CodeForm, PageOfCode>> = {
  modules: { scripts: ['page', 'worker'], compiles: false, sharesMemory: false },
  scripts: { scripts: ['page', 'worker'], compiles: true, sharesMemory: false },
  components: { scripts: ['page', 'worker', 'component', 'grammar'], compiles: true, sharesMemory: true },
};

/**
 * The page and its workers may load two schemes only. `sandbox` gives the page an opaque origin, shared with no other,
 * hence without storage; workers inherit both.
 */
const policyOf = ({ compiles }: PageOfCode): string =>
  [
    'sandbox allow-scripts',
    "default-src 'none'",
    `script-src ${workerHostScheme}: ${workerExtensionScheme}:${compiles ? " 'wasm-unsafe-eval'" : ''}`,
    'worker-src blob:',
    "connect-src 'none'",
  ].join('; ');

export function pageHeaders(page: PageOfCode): Readonly<Record<string, string>> {
  return {
    'content-security-policy': policyOf(page),
    // The engine gives out shared memory where no foreign page shares the process.
    ...(page.sharesMemory && {
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-embedder-policy': 'require-corp',
    }),
  };
}

/** The engine's features that a page wants besides. */
export const pageFeatures = ({ sharesMemory }: PageOfCode) =>
  // By itself the engine may not count an opaque origin as isolated, whatever the page's headers say.
  sharesMemory ? { enableBlinkFeatures: 'SharedArrayBuffer' } : {};
