/** What npm says when it fails, in a sentence with what to do. */

interface Cause {
  /** What npm calls it after `code`. */
  readonly codes: readonly string[];
  say(output: string): string;
}

const host = (output: string): string => {
  const [url] = /https?:\/\/[^\s'"]+/.exec(output) ?? [];
  return url !== undefined && URL.canParse(url) ? new URL(url).host : 'the registry';
};
const path = (output: string): string => {
  const [, named] = /^npm (?:error|ERR!) path (.+)$/m.exec(output) ?? [];
  return named === undefined ? 'a folder of npm' : `“${named}”`;
};

const causes: readonly Cause[] = [
  { codes: ['E404'], say: (output) => `${host(output)} has no such package, or does not let you have it` },
  {
    codes: ['ETARGET', 'ENOVERSIONS'],
    say: (output) =>
      `this version is not published (${/No matching version found for (\S+?)\.?\s/.exec(output)?.[1] ?? 'npm finds none'})`,
  },
  {
    codes: [
      'ENOTFOUND',
      'EAI_AGAIN',
      'ECONNREFUSED',
      'ECONNRESET',
      'ETIMEDOUT',
      'ENETUNREACH',
      'EHOSTUNREACH',
      'ERR_SOCKET_TIMEOUT',
    ],
    say: (output) => `${host(output)} could not be reached. Check the connection, and the proxy in the settings of npm`,
  },
  { codes: ['ENOTCACHED'], say: () => 'npm is set to be offline, and has not kept this package' },
  { codes: ['E401', 'E403', 'ENEEDAUTH'], say: (output) => `${host(output)} wants you to sign in: “npm login” does` },
  {
    codes: [
      'SELF_SIGNED_CERT_IN_CHAIN',
      'DEPTH_ZERO_SELF_SIGNED_CERT',
      'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
      'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
      'CERT_HAS_EXPIRED',
    ],
    say: (output) =>
      `the certificate of ${host(output)} is not trusted. “cafile” in the settings of npm names those that are`,
  },
  {
    codes: ['EINTEGRITY'],
    say: () =>
      'what came has another hash than what was published. If it was in the cache, “npm cache verify” mends that',
  },
  { codes: ['ENOSPC'], say: () => 'the disk is full' },
  {
    codes: ['EACCES', 'EPERM', 'EROFS'],
    say: (output) => `${path(output)} may not be written. It may belong to another account, as after “sudo npm”`,
  },
  {
    codes: ['ENOTDIR', 'EEXIST', 'ENOENT', 'EISDIR', 'ENOTEMPTY', 'EJSONPARSE'],
    say(output) {
      if (/_npx/.test(output))
        return `what npx has kept is broken (${path(output)}): delete the folder “_npx” in its cache`;
      return /_cacache/.test(output)
        ? `its cache is broken (${path(output)}): “npm cache clean --force” empties it`
        : '';
    },
  },
];

/** @param output all that npm wrote @returns "" when it says no cause */
export function causeOfNpm(output: string): string {
  const [, code] = /^npm (?:error|ERR!) code (\S+)$/m.exec(output) ?? [];
  const known = causes.find(({ codes }) => code !== undefined && codes.includes(code))?.say(output) ?? '';
  if (known !== '') return known;
  const [, first = ''] = said.exec(output) ?? [];
  return first;
}

/** The first line in words, after what npm tells of the failed call of the system. */
const said = /^npm (?:error|ERR!) (?!(?:code|errno|syscall|path|dest|type|network)\b|A complete log|\[)(.{3,})$/m;
