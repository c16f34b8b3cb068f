import { type MainMethods, mainMethods } from '../../../shared/contract/extensions/main-methods.ts';
import type { Manifest } from '../../../shared/contract/extensions/manifest.ts';
import type { CallContext, CallHandler } from '../../../shared/rpc/handlers.ts';
import { RpcError } from '../../../shared/rpc/rpc-error.ts';
import { readerOf } from '../../../shared/schema-reader.ts';
import { formatIssue } from '../manifest/format-issue.ts';

/**
 * Main's services for extensions. Each call carries the manifest of its port, which identifies the caller, whatever the
 * message says.
 */
export type ExtensionServices = {
  [M in keyof MainMethods]: (
    caller: Manifest,
    params: MainMethods[M]['params'],
    context: CallContext,
  ) => MainMethods[M]['result'] | Promise<MainMethods[M]['result']>;
};

/** Reports a call with invalid arguments. `what` names the field, never its value. */
export type OnBadCall = (caller: Manifest, method: string, what: string) => void;

/**
 * @param callerNow its manifest at the time of a call
 * @returns the services for one extension; arguments are validated before a service gets them
 */
export function servicesFor(
  callerNow: () => Manifest,
  services: ExtensionServices,
  onBadCall: OnBadCall,
): Record<string, CallHandler> {
  const checked = <M extends keyof MainMethods>(name: M): CallHandler => {
    const read = readerOf<MainMethods[M]['params']>(mainMethods[name].params);
    const service: ExtensionServices[M] = services[name];
    return (params, context) => {
      const parsed = read(params);
      if (parsed.success) return service(callerNow(), parsed.data, context);
      const what = formatIssue(parsed.error);
      onBadCall(callerNow(), name, what);
      throw new RpcError('invalid-params', `${name}: ${what}`);
    };
  };
  const names = Object.keys(mainMethods) as (keyof MainMethods)[];
  return Object.fromEntries(names.map((name) => [name, checked(name)]));
}
