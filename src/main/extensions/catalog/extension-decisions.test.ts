import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { ExtensionSource } from '../../../shared/contract/extensions/extension-state.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { parseManifest } from '../manifest/manifest-file.ts';
import { manifestText } from '../test-support/extension-folders.ts';
import type { DiscoveredExtension } from './discovery.ts';
import { createExtensionDecisions } from './extension-decisions.ts';

async function create() {
  const folder = await temporaryFolder();
  const path = join(folder, 'extensions.json');
  const problems: string[] = [];
  const open = () => createExtensionDecisions({ path, onProblem: (sentence) => problems.push(sentence) });
  return { folder, path, problems, open, states: await open() };
}

function extension(source: ExtensionSource, more = '', rootPath = '/user/x'): DiscoveredExtension {
  const read = parseManifest('extension.toml', `${manifestText('x')}${more}`);
  if ('problem' in read) throw new Error(read.problem.reason);
  return { manifest: read.manifest, rootPath, source };
}
const network = '[capabilities]\nnetwork = ["a.test"]\n';

describe('states of extensions', () => {
  test('one that a person disabled stays so after a restart, until it is enabled', async () => {
    const { states, open } = await create();
    const one = extension('user');
    expect(states.isDisabled(one)).toBe(false);
    await states.setDisabled(one, true);
    await states.setDisabled(one, true);
    expect((await open()).isDisabled(one)).toBe(true);
    await states.setDisabled(one, false);
    expect((await open()).isDisabled(one)).toBe(false);
  });

  test('only the copy in that folder is disabled; the one of the app also when the app has moved', async () => {
    const { states } = await create();
    await states.setDisabled(extension('project', '', '/work/x'), true);
    expect(states.isDisabled(extension('project', '', '/work/x'))).toBe(true);
    expect(states.isDisabled(extension('user'))).toBe(false);
    expect(states.isDisabled(extension('bundled', '', '/app/x'))).toBe(false);
    await states.setDisabled(extension('bundled', '', '/app/x'), true);
    expect(states.isDisabled(extension('bundled', '', '/newer-app/x'))).toBe(true);
    expect(states.isDisabled(extension('user'))).toBe(false);
  });

  test('what a person lets a copy do is kept for it alone, until they take it back or uninstall it', async () => {
    const { states, open } = await create();
    const one = extension('user');
    await states.keepAccess(one, 'read-threads');
    await states.keepAccess(one, 'ask-models');
    await states.keepAccess(one, 'read-threads');
    const later = await open();
    expect([...later.allowedAccess(one)].sort()).toEqual(['ask-models', 'read-threads']);
    expect(later.allowedAccess(extension('project', '', '/work/x'))).toEqual([]);
    expect(later.allowedAccess({ ...one, manifest: { ...one.manifest, id: 'other' } })).toEqual([]);
    await later.takeBackAccess(one);
    expect((await open()).allowedAccess(one)).toEqual([]);
    await later.keepAccess(one, 'ask-models');
    await later.forget(one);
    expect((await open()).allowedAccess(one)).toEqual([]);
  });

  test('consent is needed for installed and project extensions, and for no other', async () => {
    const { states } = await create();
    const needing = (['development', 'explicit', 'user', 'project', 'bundled'] as const).filter(
      (source) => states.missingConsent(extension(source)).length > 0,
    );
    expect(needing).toEqual(['user', 'project']);
  });

  test('consent is kept, and an update that asks for more asks for that', async () => {
    const { states, open } = await create();
    await states.grant(extension('user'));
    const later = await open();
    expect(later.missingConsent(extension('user'))).toEqual([]);
    expect(later.missingConsent(extension('user', network))).toEqual([{ kind: 'network', hosts: ['a.test'] }]);
    await later.grant(extension('user', network));
    expect(later.missingConsent(extension('user', network))).toEqual([]);
  });

  const asking = '[language_model_providers.keyed]\nname = "P"\nauth = { env_var = "KEY" }\n';

  test('a variable may be read when the person consented to it by name, or named the folder', async () => {
    const { states } = await create();
    const decision = (one: DiscoveredExtension, name: string) => states.variableDecision(one, name);
    expect(decision(extension('user', asking), 'KEY')).toBe('undecided');
    await states.grant(extension('user', asking));
    expect(decision(extension('user', asking), 'KEY')).toBe('allowed');
    expect(decision(extension('user', asking), 'OTHER')).toBe('undecided');
    expect(decision(extension('project', asking, '/work/x'), 'KEY')).toBe('undecided');
    expect(decision(extension('bundled', asking, '/bundled/x'), 'KEY')).toBe('undecided');
    expect(decision(extension('development', asking), 'KEY')).toBe('allowed');
  });

  test('what a person decided about a variable outranks consent, and is kept', async () => {
    const { states, open } = await create();
    await states.grant(extension('user', asking));
    await states.setVariable(extension('user', asking), 'KEY', false);
    await states.setVariable(extension('bundled', asking, '/app/x'), 'KEY', true);
    const later = await open();
    expect(later.variableDecision(extension('user', asking), 'KEY')).toBe('denied');
    // A bundled one keeps its decisions also when the app has moved.
    expect(later.variableDecision(extension('bundled', asking, '/newer-app/x'), 'KEY')).toBe('allowed');
    expect(later.variableDecision(extension('user', asking, '/user/other'), 'KEY')).toBe('undecided');
    await later.setVariable(extension('user', asking), 'KEY', null);
    expect(later.variableDecision(extension('user', asking), 'KEY')).toBe('undecided');
    const { manifest, ...place } = extension('user', asking);
    await later.setVariable(extension('user', asking), 'KEY', true);
    expect(later.variableDecision({ ...place, manifest: { ...manifest, id: 'y' } }, 'KEY')).toBe('undecided');
  });

  test('another extension of the same id inherits nothing', async () => {
    const { states } = await create();
    await states.grant(extension('user'));
    expect(states.missingConsent(extension('project', '', '/work/.outrigger/extensions/x'))).toEqual([
      { kind: 'process' },
    ]);
  });

  test('a host that a person always allows is kept, and taken back with all else', async () => {
    const { states, open } = await create();
    await states.keepHost(extension('user'), 'a.test');
    await states.keepHost(extension('user'), 'http://localhost:8080');
    await states.keepHost(extension('user'), 'a.test');
    await states.keepAccess(extension('user'), 'ask-models');
    const later = await open();
    expect(later.allowedHosts(extension('user'))).toEqual(['http://localhost:8080', 'a.test']);
    expect(later.allowedHosts(extension('user', '', '/user/other'))).toEqual([]);
    await later.takeBackAccess(extension('user'));
    expect([later.allowedHosts(extension('user')), later.allowedAccess(extension('user'))]).toEqual([[], []]);
  });

  test('nothing of one that is uninstalled is kept', async () => {
    const { states, open } = await create();
    await states.grant(extension('user'));
    await states.setDisabled(extension('user'), true);
    await states.setVariable(extension('user'), 'KEY', true);
    await states.forget({ rootPath: '/user/x' });
    const later = await open();
    expect(later.isDisabled(extension('user'))).toBe(false);
    expect(later.variableDecision(extension('user'), 'KEY')).toBe('undecided');
    expect(later.missingConsent(extension('user'))).toEqual([{ kind: 'process' }]);
  });

  test('a file that cannot be read grants nothing, is kept aside, and that is said', async () => {
    const { folder, path, open, problems } = await create();
    const granted = { '/user/x': { id: 'x', version: '1.0.0', asks: [{ kind: 'everything' }] } };
    await writeFile(path, JSON.stringify({ disabled: [], granted }));
    expect((await open()).missingConsent(extension('user'))).toEqual([{ kind: 'process' }]);
    expect(await readdir(folder)).toEqual([expect.stringMatching(/unreadable/)]);
    expect(problems).toEqual([expect.stringContaining('The state of the extensions could not be read')]);
  });
});
