import type { z } from 'zod/mini';
import { type MainMethods, mainMethodParams } from '../../../shared/contract/exthost-api.ts';
import type { Manifest } from '../../../shared/contract/manifest.ts';
import type { CallContext, CallHandler } from '../../../shared/rpc/handlers.ts';
import { RpcError } from '../../../shared/rpc/rpc-error.ts';
import { formatIssue } from '../manifest/format-issue.ts';

/**
 * What main does for extensions. Every call carries the manifest of the port it came in on: that is who asks, whatever
 * the message says.
 */
export type ExtensionServices = {
  [M in keyof MainMethods]: (
    caller: Manifest,
    params: MainMethods[M]['params'],
    context: CallContext,
  ) => MainMethods[M]['result'] | Promise<MainMethods[M]['result']>;
};

/** A call whose arguments were not as the interface has them. `what` names the field, never what was in it. */
export type OnBadCall = (caller: Manifest, method: string, what: string) => void;

/** @returns the services as one extension may call them: arguments checked by schema before a service sees them */
export function servicesFor(
  caller: Manifest,
  services: ExtensionServices,
  onBadCall: OnBadCall,
): Record<string, CallHandler> {
  const methods: Record<string, CallHandler> = {};
  for (const name of Object.keys(mainMethodParams) as (keyof MainMethods)[]) {
    const schema: z.ZodMiniType = mainMethodParams[name];
    const service = services[name] as (caller: Manifest, params: unknown, context: CallContext) => unknown;
    methods[name] = (params, context) => {
      const parsed = schema.safeParse(params);
      if (!parsed.success) {
        const what = formatIssue(parsed.error);
        onBadCall(caller, name, what);
        throw new RpcError('invalid-params', `${name}: ${what}`);
      }
      return service(caller, parsed.data, context);
    };
  }
  return methods;
}
