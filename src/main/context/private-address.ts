import { BlockList, isIP } from 'node:net';

/** Addresses that only this machine or its network can reach, and those that are nobody's. */
const closed = new BlockList();
for (const [range, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
] as const) {
  closed.addSubnet(range, bits, 'ipv4');
}
for (const [range, bits] of [
  ['::', 96],
  ['fc00::', 7],
  ['fe80::', 9],
  ['ff00::', 8],
  // What stands for addresses of the fourth version leads to any of them.
  ['64:ff9b::', 32],
  ['2002::', 16],
  ['2001::', 32],
  ['::ffff:0:0:0', 96],
] as const) {
  closed.addSubnet(range, bits, 'ipv6');
}

/** @param address of the fourth or the sixth version; what is neither counts as private */
export function isPrivateAddress(address: string): boolean {
  const bare = address.replace(/^\[(.*)\]$/, '$1').replace(/%.*$/, '');
  const version = isIP(bare);
  return version === 0 || closed.check(bare, version === 4 ? 'ipv4' : 'ipv6');
}
