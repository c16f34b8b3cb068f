import type { RendererApi } from '../../../src/shared/contract/renderer-api.ts';

/** Types for code that a spec runs in the page. */
declare global {
  interface Window {
    readonly outrigger: RendererApi;
  }
}
