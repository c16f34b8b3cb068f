import { agentMethods } from './agent-methods.ts';
import { agentServerMethods } from './agent-server-methods.ts';
import { extensionMethods } from './extension-methods.ts';

/** Implemented in the half of main that is loaded at the first of these calls, and this table with it. */
export const lateMethods = { ...agentMethods, ...agentServerMethods, ...extensionMethods };
