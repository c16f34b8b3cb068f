import { api } from '../bridge.ts';
import { attempt } from './installing.ts';

/** Sets whether the person trusts the open folder; a failure is reported. */
export const setTrust = (isTrusted: boolean): Promise<null> => attempt(api.workspace.setTrust(isTrusted));
