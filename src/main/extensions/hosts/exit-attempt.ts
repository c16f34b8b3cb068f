import { fileOwner } from '../../../shared/extensions/file-owner.ts';
import { stackOwner } from '../../../shared/extensions/stack-owner.ts';
import { realRoots } from '../cpu-profile/profile-host.ts';
import type { HostMember } from './host-member.ts';

/** The sentence for a person. */
export const exitAttempted = (name: string, call: string): string =>
  `The extension ${name} called ${call}, which would end its host.`;

/** @returns the member that tried to end its host, by the files in the stack; undefined if there is none of several */
export async function whoTriedToExit(members: readonly HostMember[], stack: string): Promise<HostMember | undefined> {
  if (members.length === 1) return members[0];
  const roots = await realRoots(members.map(({ id, extension: { rootPath } }) => ({ id, rootPath })));
  const owner = stackOwner(stack, fileOwner(roots, { caseMatters: process.platform === 'linux' }));
  return members.find(({ id }) => id === owner);
}
