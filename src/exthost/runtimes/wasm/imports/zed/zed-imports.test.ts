import { expect, test, vi } from 'vitest';
import type { FetchHead, FetchRequest } from '../../../../../shared/contract/extension-api/extension-fetch.ts';
import type { SystemPlatform } from '../../../../../shared/contract/extension-api/extension-system.ts';
import type { MainAnswers } from '../../../../test-support/connect-context.ts';
import { loadComponent } from '../../../../test-support/load-component.ts';
import { firstWorld, lastWorld } from '../../../../test-support/zed-worlds.ts';

interface Served {
  readonly status?: number;
  readonly headers?: [string, string][];
  /** JSON of it is the body. */
  readonly json?: unknown;
  /** Of main: it does not let it. */
  readonly refuses?: string;
}

/** A component of Zed's world, with main's answers, and a network that answers so. */
async function zed(answers: MainAnswers = {}, served: () => Served = () => ({}), world = lastWorld) {
  const requests: FetchRequest[] = [];
  const its = await loadComponent(world, {
    answers,
    streams: {
      async *'network.fetch'(params) {
        const request = params as FetchRequest;
        const { status = 200, headers = [], json, refuses } = served();
        requests.push(request);
        if (refuses) throw Object.assign(new TypeError(refuses), { code: 'network-refused' });
        yield { url: request.url, isRedirected: false, status, statusText: '', headers } satisfies FetchHead;
        yield new TextEncoder().encode(typeof json === 'string' ? json : JSON.stringify(json));
      },
    },
  });
  return {
    ...its,
    requests,
    /** @returns what the code returned; an error of an import as its sentence */
    async told(code: string): Promise<unknown> {
      const output = await its.tool(code.includes('return') ? code : `return tried(() => ${code})`);
      if (typeof output !== 'string') throw new Error(output.text);
      return output === 'nothing' ? undefined : JSON.parse(output);
    },
    asked: () => its.asked.filter(([name]) => name !== 'log.write'),
  };
}

const linux: MainAnswers = { 'system.platform': () => ({ os: 'linux', architecture: 'x64' }) };

test('the platform has the words of Zed, in both forms', async () => {
  let platform: SystemPlatform = { os: 'darwin', architecture: 'arm64' };
  const answers: MainAnswers = { 'system.platform': () => platform };
  const its = await zed(answers);
  expect(await its.told('platform.currentPlatform()')).toEqual(['mac', 'aarch64']);
  platform = { os: 'win32', architecture: 'x64' };
  expect(await its.told('platform.currentPlatform()')).toEqual(['windows', 'x8664']);
  platform = { os: 'linux', architecture: 'x64' };
  expect(await its.told('platform.currentPlatform()')).toEqual(['linux', 'x8664']);
  const first = await zed(answers, undefined, firstWorld);
  expect(await first.told('platform.currentPlatform()')).toEqual(['linux', 'x8664']);
});

test('settings of the editor are those that Zed’s extensions read', async () => {
  const { told } = await zed({ 'editor.layout': () => ({ tabSize: 3, insertSpaces: false, wrapColumn: 90 }) });
  const read = async (category: string, key?: string) =>
    JSON.parse(
      (await told(`getSettings({ worktreeId: 1, path: '/x' }, '${category}', ${JSON.stringify(key)})`)) as string,
    );
  expect(await read('language', 'Rust')).toEqual({ tab_size: 3, hard_tabs: true, preferred_line_length: 90 });
  expect(await read('lsp', 'a')).toEqual({ binary: null, initialization_options: null, settings: null });
  expect(await read('context_servers', 'a')).toEqual({ command: null, settings: null });
  expect(await told("getSettings(undefined, 'theme', undefined)")).toBe(
    'There are no settings of the category "theme"',
  );
});

test('files are downloaded and made executable in the place of the extension', async () => {
  const its = await zed({
    'files.makeExecutable': () => {
      throw new Error('“no” could not be opened: it does not exist.');
    },
  });
  for (const type of ['gzip', 'gzip-tar', 'zip', 'uncompressed']) {
    expect(await its.told(`downloadFile('https://a.test/x', 'v1/x', '${type}')`)).toBeUndefined();
  }
  expect(its.asked()).toEqual(
    ['gzip', 'tar-gzip', 'zip', 'none'].map((format) => [
      'files.download',
      { url: 'https://a.test/x', path: 'v1/x', format },
    ]),
  );
  expect(await its.told("makeFileExecutable('no')")).toBe('“no” could not be opened: it does not exist.');
});

test('the state of an installation is a line of the log', async () => {
  const { told, logged } = await zed();
  for (const status of ["{ tag: 'none' }", "{ tag: 'checking-for-update' }", "{ tag: 'failed', val: 'no disk' }"]) {
    await told(`setLanguageServerInstallationStatus('ls', ${status})`);
  }
  await vi.waitFor(() =>
    expect(logged().filter((line) => line.includes('ls'))).toEqual([
      'The language server ls is looked up for a new version',
      'The language server ls could not be installed: no disk',
    ]),
  );
});

const release = (tag: string, more: object = {}) => ({
  ...{ tag_name: tag, draft: false, prerelease: false, assets: [], html_url: 'x', body: null },
  ...more,
});
const asset = { name: 'a.zip', browser_download_url: 'https://github.com/o/n/a.zip', size: 1, digest: 'sha256:ab' };

test('the latest release is the first that is as it was asked for, in both forms', async () => {
  const json = [
    release('v5', { draft: true, assets: [asset] }),
    release('v4-beta', { prerelease: true, assets: [asset] }),
    release('v4'),
    release('v3', { assets: [asset] }),
  ];
  for (const world of [firstWorld, lastWorld]) {
    const { told, requests } = await zed({}, () => ({ json }), world);
    const latest = (requireAssets: boolean, preRelease: boolean) =>
      told(`github.latestGithubRelease('o/n', { requireAssets: ${requireAssets}, preRelease: ${preRelease} })`);
    const digest = world === lastWorld ? { digest: 'sha256:ab' } : {};
    const assets = [{ name: 'a.zip', downloadUrl: 'https://github.com/o/n/a.zip', ...digest }];
    expect(await latest(false, false)).toEqual({ version: 'v4', assets: [] });
    expect(await latest(true, false)).toEqual({ version: 'v3', assets });
    expect(await latest(true, true)).toEqual({ version: 'v4-beta', assets });
    expect(requests[0]).toMatchObject({
      url: 'https://api.github.com/repos/o/n/releases?per_page=30',
      headers: [['accept', 'application/vnd.github+json']],
    });
  }
});

test('a release is found by its tag, and nothing is asked of anybody else', async () => {
  const { told, requests } = await zed({}, () => ({ json: release('v/1', { assets: [{ ...asset, digest: null }] }) }));
  expect(await told("github.githubReleaseByTagName('o/n', 'v/1')")).toMatchObject({ version: 'v/1' });
  expect(requests[0]?.url).toBe('https://api.github.com/repos/o/n/releases/tags/v%2F1');
  for (const repo of ['../../user', 'o', 'o/n/x', 'o/..', 'o/n?x']) {
    expect(await told(`github.githubReleaseByTagName('${repo}', 'v')`)).toContain('names no repository');
  }
  expect(requests).toHaveLength(1);
});

test('what keeps a release from it is a sentence', async () => {
  let served: Served = {};
  const { told } = await zed({}, () => served);
  const toldOf = (answer: Served) => {
    served = answer;
    return told("github.githubReleaseByTagName('o/n', 'v1')");
  };
  const limit = 'GitHub takes 60 requests of your address in an hour';
  expect(await toldOf({ status: 403, json: { message: 'API rate limit exceeded for 192.0.2.1.' } })).toContain(limit);
  expect(await toldOf({ status: 429, json: {} })).toContain(limit);
  expect(await toldOf({ status: 404, json: {} })).toContain('GitHub knows no such repository or release');
  expect(await toldOf({ status: 403, json: {} })).toContain('GitHub refused the request with status 403');
  expect(await toldOf({ json: '<html>' })).toContain('api.github.com answered with something that is not JSON.');
  expect(await toldOf({ json: { tag_name: 5 } })).toContain('tag_name has to be a string');
  const refuses = 'You have not let it talk to api.github.com.';
  expect(await toldOf({ refuses })).toContain(refuses);
});

test('Node is that of the person, or there is none', async () => {
  const here = await zed({ 'system.which': ({ name }) => `/usr/bin/${name}` });
  expect(await here.told('nodejs.nodeBinaryPath()')).toBe('/usr/bin/node');
  expect(await (await zed()).told('nodejs.nodeBinaryPath()')).toContain('There is no Node.js on your PATH');
});

test('the versions of a package are those of the registry, and of its own folder', async () => {
  const its = await zed(
    {
      'files.readFile': ({ path }) => {
        if (path === 'node_modules/@a/b/package.json') return new TextEncoder().encode('{"version":"1.2.3"}');
        throw Object.assign(new Error('It does not exist.'), { code: 'file-not-found' });
      },
    },
    () => ({ json: { name: '@a/b', 'dist-tags': { latest: '2.0.0' } } }),
  );
  expect(await its.told("nodejs.npmPackageLatestVersion('@a/b')")).toBe('2.0.0');
  expect(its.requests[0]?.url).toBe('https://registry.npmjs.org/@a%2fb');
  expect(await its.told("nodejs.npmPackageInstalledVersion('@a/b')")).toBe('1.2.3');
  expect(await its.told("nodejs.npmPackageInstalledVersion('c') ?? 'none'")).toBe('none');
  for (const name of ['../x', '-x', 'a/b', 'a b', '@a/../b']) {
    expect(await its.told(`nodejs.npmPackageLatestVersion('${name}')`)).toContain('is no name of a package');
  }
});

const ended = (exitCode: number | null, output = '', isTimedOut = false) => ({
  ...{ exitCode, output, isTimedOut, isCut: false, durationMs: 1 },
});

test('a package is installed by a command that the person is asked about, without its scripts', async () => {
  const its = await zed({ 'files.folder': () => '/own', 'exec.run': () => ended(0) });
  await its.told("nodejs.npmInstallPackage('@a/b', '1.0.0')");
  const [, { command }] = its.asked().at(-1) as [string, { command: string[] }];
  expect(command).toEqual([
    ...['npm', 'install', '--ignore-scripts', '--no-audit', '--no-fund', '--prefix', '/own'],
    '@a/b@1.0.0',
  ]);
  expect(await its.told("nodejs.npmInstallPackage('a', '1 --x')")).toContain('is no version of a package');
  const fails = await zed({ 'files.folder': () => '/own', 'exec.run': () => ended(1, 'no network\n') });
  expect(await fails.told("nodejs.npmInstallPackage('a', '1.0.0')")).toBe('npm could not install a: no network');
});

test('a command runs by the app, with its arguments and variables as they are', async () => {
  const its = await zed({ ...linux, 'exec.run': () => ended(3, 'ä') });
  const run = (env: string) =>
    its.told(`
    const { status, stdout, stderr } = process.runCommand({ command: 'a b', args: ['$x', '*'], env: ${env} });
    return [status, [...stdout], [...stderr]]`);
  expect(await run('[]')).toEqual([3, [0xc3, 0xa4], []]);
  expect(await run("[['K', 'v w']]")).toEqual([3, [0xc3, 0xa4], []]);
  const commands = its
    .asked()
    .flatMap(([name, params]) => (name === 'exec.run' ? [(params as { command: unknown }).command] : []));
  expect(commands).toEqual([
    ['a b', '$x', '*'],
    ['env', 'K=v w', 'a b', '$x', '*'],
  ]);
  await expect(run("[['-i', '']]")).rejects.toThrow('"-i" is no name of a variable');
  const killed = await zed({ 'exec.run': () => ended(null, '', true) });
  expect(await killed.told("process.runCommand({ command: 'a', args: [], env: [] })")).toBe(
    'a took too long and was ended',
  );
  const windows = await zed({ 'system.platform': () => ({ os: 'win32', architecture: 'x64' }) });
  const sentence = await windows.told("process.runCommand({ command: 'a', args: [], env: [['K', 'v']] })");
  expect(sentence).toContain('cannot set variables for a command on Windows');
});

test('what is not served says its name', async () => {
  const its = await zed();
  await expect(its.tool('return dap.resolveTcpTemplate(undefined)')).rejects.toThrow(
    'The component calls zed:extension/dap#resolveTcpTemplate, which the app does not have',
  );
});
