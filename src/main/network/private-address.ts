import { BlockList, isIP } from 'node:net';

/** Addresses of the fourth version that only this machine or its network can reach, and those that are nobody's. */
const closed = new BlockList();
for (const [range, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const) {
  closed.addSubnet(range, bits, 'ipv4');
}

/** Of the sixth version all of the open network is in one range, but for what in it stands for addresses of the fourth. */
const open = new BlockList();
open.addSubnet('2000::', 3, 'ipv6');
const openNot = new BlockList();
for (const [range, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const) {
  openNot.addSubnet(range, bits, 'ipv6');
}
/** Addresses of the fourth version in the clothes of the sixth: mapped ones, and what a network without them reaches them by. */
const translated = new BlockList();
translated.addSubnet('64:ff9b::', 96, 'ipv6');
translated.addSubnet('::ffff:0:0', 96, 'ipv6');

/** @param address of the fourth or the sixth version, in brackets or not; what is neither counts as private */
export function isPrivateAddress(address: string): boolean {
  const bare = withoutBrackets(address).replace(/%.*$/, '');
  const version = isIP(bare);
  if (version === 4) return closed.check(bare, 'ipv4');
  if (version !== 6) return true;
  if (translated.check(bare, 'ipv6')) return closed.check(lastFourBytes(bare), 'ipv4');
  return !open.check(bare, 'ipv6') || openNot.check(bare, 'ipv6');
}

/** Of an address of the sixth version. */
function lastFourBytes(address: string): string {
  // Parsers of addresses write it in hexadecimal groups, the short way.
  const groups = new URL(`http://[${address}]/`).hostname.slice(1, -1).split('::').pop()?.split(':') ?? [];
  const [high = 0, low = 0] = ['0', '0', ...groups].slice(-2).map((group) => Number.parseInt(group || '0', 16));
  return [high >> 8, high & 255, low >> 8, low & 255].join('.');
}

/** @returns the address that a host of a URL is itself; null: a name, which has to be looked up */
export function addressIn({ hostname }: URL): string | null {
  const bare = withoutBrackets(hostname).replace(/\.$/, '');
  return isIP(bare) === 0 ? null : bare;
}

/** `localhost` and what is below it: this computer, whatever a server of names says (RFC 6761). */
export const isLoopbackName = (name: string): boolean => /(?:^|\.)localhost\.?$/i.test(name);

/**
 * Whether an address itself says that it is of this machine or its network. A person who allows one that looks like any
 * other did not see where its name leads, and whoever owns the name may change that.
 */
export function looksPrivate(url: URL): boolean {
  const address = addressIn(url);
  if (address !== null) return isPrivateAddress(address);
  const host = url.hostname.replace(/\.$/, '');
  return (
    !host.includes('.') || /\.(?:localhost|local|lan|home|internal|intranet|corp|private|test|home\.arpa)$/.test(host)
  );
}

const withoutBrackets = (host: string): string => host.replace(/^\[(.*)\]$/, '$1');
