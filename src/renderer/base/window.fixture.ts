import { afterAll, vi } from 'vitest';

/**
 * A window without a page, with a bridge to main, for the modules that a file of tests imports after it.
 * Test files share a world: the window of another one is not ours, and ours is nobody else's.
 */
export function stubWindow(outrigger: object = {}): void {
  vi.resetModules();
  vi.stubGlobal('document', { querySelector: () => null });
  vi.stubGlobal('window', { addEventListener: () => {}, innerWidth: 1280, outrigger });
  afterAll(() => {
    vi.unstubAllGlobals();
    vi.resetModules();
  });
}
