import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { AddressQuestion, AddressSource } from '../../shared/contract/address.ts';
import { ok } from '../../shared/contract/errors.ts';
import { permitsUrl } from '../../shared/contract/network-pattern.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { createAddressGate, type KnownExtension } from './address-gate.ts';
import { createAddressQuestions } from './address-questions.ts';
import { openKnownHosts } from './known-hosts.ts';
import { isNamedInFolder } from './named-in-folder.ts';

interface Setting {
  readonly answer?: boolean;
  readonly files?: Readonly<Record<string, string>>;
  readonly isTrusted?: boolean;
  readonly profile?: string;
  readonly extensions?: readonly KnownExtension[];
}

/** The gate as the app puts it together, with a person who answers at once. */
async function gateOf({ answer = true, files = {}, isTrusted = true, profile, extensions = [] }: Setting = {}) {
  const folder = await temporaryFolder();
  for (const [path, text] of Object.entries(files)) {
    await mkdir(join(folder, path, '..'), { recursive: true });
    await writeFile(join(folder, path), text);
  }
  const asked: AddressQuestion[] = [];
  const opened: string[] = [];
  const questions = createAddressQuestions((event) => {
    if (event.type !== 'address-question') return;
    asked.push(event.question);
    queueMicrotask(() => questions.answer(event.question.id, answer));
  });
  const path = join(profile ?? (await temporaryFolder()), 'known-hosts.json');
  const known = await openKnownHosts({ path, onProblem: () => undefined });
  onTestFinished(known.flush);
  const gate = createAddressGate({
    known,
    questions,
    isNamedInFolder: (host) => isNamedInFolder(isTrusted ? folder : null, host),
    extension: (id) => extensions.find((one) => one.id === id),
    async open(address) {
      opened.push(address);
      return ok(null);
    },
  });
  const follow = (address: string, label = '', source: Partial<AddressSource> = {}) =>
    gate.follow(address, { type: 'conversation', label, ...source } as AddressSource);
  return { ...gate, follow, asked, opened, flush: known.flush };
}

const extension = (id: string, origin: string, ...network: string[]): KnownExtension => ({
  id,
  name: `The ${id}`,
  origin,
  permits: (url) => permitsUrl(network, url, () => ''),
});

test.each([
  ['https://docs.python.org/', 'https://evil.example/?d=secret', 'docs.python.org', 'evil.example'],
  ['docs.python.org', 'https://docs.python.org.evil.example/', 'docs.python.org', 'docs.python.org.evil.example'],
  ['https://docs.python.org@evil.com', 'https://evil.com/', 'docs.python.org', 'evil.com'],
  ['`docs.python.org`', 'https://docs-python.org/', 'docs.python.org', 'docs-python.org'],
  ['DOCS.PYTHON.ORG.', 'https://evil.example/', 'docs.python.org', 'evil.example'],
  ['docs\u200b.python.org', 'https://evil.example/', 'docs.python.org', 'evil.example'],
  ['mail support@python.org', 'mailto:support@evil.example', 'python.org', 'evil.example'],
])('a link “%s” to %s is asked about, also when its host is known', async (label, address, named, host) => {
  const { follow, personTyped, asked, opened } = await gateOf({ answer: false });
  personTyped(`https://${host}/ is mine`);
  expect(await follow(address, label)).toMatchObject({ ok: false, failure: { code: 'cancelled' } });
  expect(asked).toMatchObject([{ asker: null, host, namedHost: named }]);
  expect(opened).toEqual([]);
});

test('a host in letters of another script is shown as it reads and as it goes over the network', async () => {
  const { follow, asked } = await gateOf();
  await follow('https://docs.pyth\u043en.org/', 'docs.python.org');
  expect(asked).toMatchObject([
    { host: 'docs.pyth\u043en.org', asciiHost: 'docs.xn--pythn-mye.org', namedHost: 'docs.python.org' },
  ]);
});

test('a text that turns its letters round cannot be read for sure, and is asked about', async () => {
  const { follow, personTyped, asked } = await gateOf();
  personTyped('evil.example.com');
  await follow('https://evil.example.com/', '\u202egro.nohtyp.scod');
  expect(asked).toMatchObject([{ namedHost: '' }]);
});

test('a new host is asked about once, also after the next start; one that was refused is asked about again', async () => {
  const profile = await temporaryFolder();
  const first = await gateOf({ profile });
  await first.follow('https://docs.python.org/3/', 'the docs');
  await first.follow('https://docs.python.org/2/', 'https://docs.python.org/2/');
  expect(first.asked).toHaveLength(1);
  expect(first.asked[0]).not.toHaveProperty('namedHost');
  expect(first.opened).toEqual(['https://docs.python.org/3/', 'https://docs.python.org/2/']);
  await first.flush();
  const second = await gateOf({ profile, answer: false });
  expect(await second.follow('https://docs.python.org/')).toEqual(ok(null));
  await second.follow('https://python.org/', 'Python');
  await second.follow('https://python.org/', 'Python');
  await second.follow('https://docs.python.org:8443/', 'the docs');
  expect(second.asked.map(({ host }) => host)).toEqual(['python.org', 'python.org', 'docs.python.org:8443']);
});

test('what the person typed in a prompt, and what a file of a trusted folder names as a whole, is known', async () => {
  const files = {
    'README.md': 'See https://docs.python.org/3 and http://localhost:3000.\nNot b.a-host.org or sub.site.org.evil.com',
    'src/deep.ts': "const a = 'B\u00fccher.example'",
  };
  const { follow, personTyped, asked } = await gateOf({ files });
  personTyped('What is on [@page](https://typed.example/x) and plain.dev?');
  for (const host of ['docs.python.org', 'localhost:3000', 'typed.example', 'plain.dev', 'xn--bcher-kva.example']) {
    await follow(`http://${host}/x`, 'here');
  }
  expect(asked).toEqual([]);
  for (const host of ['a-host.org', 'site.org', 'python.org', 'localhost:9200', 'org'])
    await follow(`http://${host}/x`);
  expect(asked.map(({ host }) => host)).toEqual(['a-host.org', 'site.org', 'python.org', 'localhost:9200', 'org']);
  const cloned = await gateOf({ files, isTrusted: false });
  await cloned.follow('https://docs.python.org/');
  expect(cloned.asked).toHaveLength(1);
});

test('mail is shown by the program that sends it, and what is no address is opened by nobody', async () => {
  const { follow, asked, opened } = await gateOf();
  expect(await follow('mailto:a@example.com', 'write')).toEqual(ok(null));
  expect(await follow('javascript:alert(1)')).toMatchObject({ ok: false, failure: { code: 'address-refused' } });
  expect(asked).toEqual([]);
  expect(opened).toEqual(['mailto:a@example.com']);
});

test('an extension reaches the hosts of its manifest, and for any other one the person is asked for it alone', async () => {
  const mine = extension('mine', '/here', 'api.example.com');
  const same = extension('mine', '/elsewhere');
  const profile = await temporaryFolder();
  const set = await gateOf({ extensions: [mine, extension('other', '/there')], profile });
  const from = (extensionId: string) => ({ type: 'extension' as const, extensionId });
  set.personTyped('evil.example');
  await set.follow('https://api.example.com/new', 'an account', from('mine'));
  expect(set.asked).toEqual([]);
  await set.follow('https://evil.example/?k=1', 'an account', from('mine'));
  await set.follow('https://evil.example/?k=2', 'an account', from('mine'));
  await set.follow('https://evil.example/?k=3', 'an account', from('other'));
  await set.follow('https://api.example.com/', 'https://evil.example/', from('mine'));
  expect(set.asked.map(({ asker, host, namedHost }) => [asker?.extensionName, host, namedHost])).toEqual([
    ['The mine', 'evil.example', undefined],
    ['The other', 'evil.example', undefined],
    ['The mine', 'api.example.com', 'evil.example'],
  ]);
  expect(await set.follow('https://api.example.com/', '', from('gone'))).toMatchObject({ ok: false });
  // Another extension of the same id, in another folder, was allowed nothing.
  await set.flush();
  const later = await gateOf({ extensions: [same], profile });
  await later.follow('https://evil.example/', '', from('mine'));
  expect(later.asked).toHaveLength(1);
});
