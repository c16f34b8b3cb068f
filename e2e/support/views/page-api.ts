import type { RendererApi } from '../../../src/shared/contract/renderer-api.ts';

/** For code that a spec runs in the page. */
declare global {
  interface Window {
    readonly outrigger: RendererApi;
  }
}
