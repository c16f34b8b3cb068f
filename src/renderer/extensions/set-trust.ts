import { api } from '../bridge.ts';
import { attempt } from './installing.ts';

/** Says whether the person trusts the open folder; what goes wrong is told. */
export const setTrust = (isTrusted: boolean): Promise<null> => attempt(api.workspace.setTrust(isTrusted));
