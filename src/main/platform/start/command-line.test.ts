import { describe, expect, it } from 'vitest';
import { parseCommandLine, resolveTarget } from './command-line.ts';

const workingDirectory = process.platform === 'win32' ? 'C:\\w' : '/w';
const at = (path: string): string => (process.platform === 'win32' ? `C:\\w\\${path}` : `/w/${path}`);
const packaged = (...args: string[]) =>
  parseCommandLine({ argv: ['outrigger', ...args], isDefaultApp: false, workingDirectory });
const development = (...args: string[]) =>
  parseCommandLine({ argv: ['electron', ...args], isDefaultApp: true, workingDirectory });

describe('parseCommandLine', () => {
  it('takes folders and files, made absolute', () => {
    expect(packaged('folder', 'a.ts:3:4').targets).toEqual([at('folder'), at('a.ts:3:4')]);
    expect(packaged().targets).toEqual([]);
  });

  it('keeps an absolute path', () => {
    expect(packaged(at('x')).targets).toEqual([at('x')]);
  });

  it('leaves out the app’s own folder only where the runtime was given it', () => {
    expect(development('.', 'folder').targets).toEqual([at('folder')]);
    expect(packaged('.', 'folder')).toMatchObject({ targets: [expect.anything(), at('folder')] });
    expect(development('--no-sandbox', '-r', 'loader.js', '/app', 'folder').targets).toEqual([at('folder')]);
  });

  it('collects every --extension-path, in both forms', () => {
    const { extensionPaths, targets } = packaged('--extension-path', 'one', 'folder', '--extension-path=two');
    expect(extensionPaths).toEqual([at('one'), at('two')]);
    expect(targets).toEqual([at('folder')]);
    expect(packaged('--extension-path').extensionPaths).toEqual([]);
    expect(packaged('--extension-path=').extensionPaths).toEqual([]);
  });

  it('tells the paths to develop and to install from those to load', () => {
    const line = packaged('--extension-development-path=d', '--install-extension', 'i.tgz', '--extension-path=e=f');
    expect(line).toMatchObject({
      developmentPaths: [at('d')],
      installPaths: [at('i.tgz')],
      extensionPaths: [at('e=f')],
      targets: [],
    });
  });

  it.each([
    [[], undefined],
    [['--inspect-extensions'], 0],
    [['--inspect-extensions=9333'], 9333],
    [['--inspect-extensions=many'], 0],
    [['--inspect-extensions=70000'], 0],
  ])('reads the port of the inspector from %j', (args, port) => {
    expect(packaged(...args).inspectPort).toBe(port);
  });

  it('traces only when asked to', () => {
    expect(packaged('--log-extension-host=trace').isTraced).toBe(true);
    expect(packaged('--log-extension-host').isTraced).toBe(false);
    expect(packaged().isTraced).toBe(false);
  });

  it('passes over switches of Chromium, mistyped ones and empty arguments', () => {
    expect(packaged('--user-data-dir=/x', '--inspect=0', '-psn_0_1', '--exension', '', 'folder')).toMatchObject({
      targets: [at('folder')],
      extensionPaths: [],
    });
  });

  it('takes everything after -- as a path', () => {
    expect(packaged('--', '-odd', '--extension-path=x')).toMatchObject({
      targets: [at('-odd'), at('--extension-path=x')],
      extensionPaths: [],
    });
  });
});

describe('resolveTarget', () => {
  const disk: Readonly<Record<string, 'file' | 'directory'>> = { '/d': 'directory', '/a.ts': 'file', '/odd:7': 'file' };
  const resolve = (target: string) => resolveTarget(target, async (path) => disk[path] ?? null);

  it.each([
    ['/d', { kind: 'directory', path: '/d' }],
    ['/a.ts', { kind: 'file', path: '/a.ts' }],
    ['/a.ts:12', { kind: 'file', path: '/a.ts', position: { line: 12 } }],
    ['/a.ts:12:5', { kind: 'file', path: '/a.ts', position: { line: 12, column: 5 } }],
    ['/a.ts:12:0', { kind: 'file', path: '/a.ts', position: { line: 12 } }],
    ['/odd:7', { kind: 'file', path: '/odd:7' }],
    ['/odd:7:3', { kind: 'file', path: '/odd', position: { line: 7, column: 3 } }],
    ['/a.ts:0', { kind: 'file', path: '/a.ts:0' }],
    ['/a.ts:x', { kind: 'file', path: '/a.ts:x' }],
    ['C:\\a.ts:3', { kind: 'file', path: 'C:\\a.ts', position: { line: 3 } }],
    ['/none', { kind: 'file', path: '/none' }],
  ])('takes %s for %j', async (target, expected) => {
    expect(await resolve(target)).toEqual(expected);
  });
});
