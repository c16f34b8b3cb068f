import type { BootState } from '../../shared/contract/methods/editor-methods.ts';
import { api } from '../bridge.ts';

/** Asked for at once: main answers while the rest of the page is evaluated. */
export const bootState: Promise<BootState> = api.app.boot();
