import { expect, test } from 'vitest';
import { causeOfNpm } from './npm-causes.ts';

// The texts are those of npm 10 and 12.
test.each([
  [
    'a version that is not published',
    'npm error code ETARGET\nnpm error notarget No matching version found for is-odd@3.0.999.\nnpm error notarget In most cases',
    'this version is not published (is-odd@3.0.999)',
  ],
  [
    'a package that is not there',
    'npm error code E404\nnpm error 404 Not Found - GET https://npm.example/no-such\nnpm error 404',
    'npm.example has no such package, or does not let you have it',
  ],
  [
    'no network',
    'npm error code ENOTFOUND\nnpm error syscall getaddrinfo\nnpm error network request to https://npm.example/is-odd failed, reason: getaddrinfo',
    'npm.example could not be reached. Check the connection, and the proxy in the settings of npm',
  ],
  [
    'a cache that is no folder',
    "npm error code ENOTDIR\nnpm error syscall mkdir\nnpm error path /c/_cacache/tmp\nnpm error Invalid response body while trying to fetch https://npm.example/is-odd: ENOTDIR: not a directory, mkdir '/c/_cacache/tmp'",
    'its cache is broken (“/c/_cacache/tmp”): “npm cache clean --force” empties it',
  ],
  [
    'a cache of another account',
    'npm ERR! code EACCES\nnpm ERR! syscall mkdir\nnpm ERR! path /c/_cacache\nnpm ERR! errno -13',
    '“/c/_cacache” may not be written. It may belong to another account, as after “sudo npm”',
  ],
  [
    'another hash',
    'npm error code EINTEGRITY\nnpm error Integrity checksum failed when using sha512: wanted',
    'what came has another hash than what was published. If it was in the cache, “npm cache verify” mends that',
  ],
  [
    'a certificate that is not trusted',
    'npm error code SELF_SIGNED_CERT_IN_CHAIN\nnpm error request to https://npm.example/is-odd failed',
    'the certificate of npm.example is not trusted. “cafile” in the settings of npm names those that are',
  ],
  [
    'being offline by a setting',
    'npm error code ENOTCACHED\n',
    'npm is set to be offline, and has not kept this package',
  ],
  ['what is not known here', 'npm error code EODD\nnpm error so odd\nnpm error A complete log', 'so odd'],
  [
    'a file that is gone',
    'npm error code ENOENT\nnpm error path /x\nnpm error enoent no such file',
    'enoent no such file',
  ],
  [
    'what npx has kept in halves',
    'npm error code ENOTEMPTY\nnpm error syscall rename\nnpm error path /c/_npx/1/node_modules/a\nnpm error dest /c/_npx/1/node_modules/.a',
    'what npx has kept is broken (“/c/_npx/1/node_modules/a”): delete the folder “_npx” in its cache',
  ],
  [
    'a package without a program',
    'npm error could not determine executable to run\n',
    'could not determine executable to run',
  ],
  ['nothing', 'Segmentation fault\n', ''],
])('%s is said in a sentence', (_, output, cause) => {
  expect(causeOfNpm(`npm warn old\n${output}`)).toBe(cause);
});
