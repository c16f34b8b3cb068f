import type { ProviderOwner } from '../../../shared/contract/credential.ts';
import { FailureError } from '../../../shared/contract/errors.ts';
import { type DeviceFlow, deviceFlowSchema } from '../../../shared/contract/provider.ts';
import { formatIssue } from '../../extensions/manifest/format-issue.ts';
import { isSafeAddress } from './auth-address.ts';

/**
 * Validates an extension's device flow (sign-in with a code); the URL of its page is normalized as the browser does.
 * @throws {FailureError} `protocol-fault` with the reason
 */
export function readDeviceFlow(sent: unknown, { extensionId, extensionName }: ProviderOwner): DeviceFlow {
  const no = (why: string) =>
    new FailureError({
      code: 'protocol-fault',
      message: `${extensionName} began to sign in with a code in a way that cannot be shown: ${why}.`,
      extensionId,
    });
  const flow = deviceFlowSchema.safeParse(sent);
  if (!flow.success) throw no(formatIssue(flow.error));
  const { verificationUrl } = flow.data;
  if (!isSafeAddress(verificationUrl))
    throw no('"verificationUrl" is neither an https address nor one of this computer');
  return { ...flow.data, verificationUrl: new URL(verificationUrl).href };
}
