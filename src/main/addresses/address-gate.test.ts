import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { AddressQuestion, AddressSource } from '../../shared/contract/address.ts';
import { ok } from '../../shared/contract/errors.ts';
import { permitsUrl } from '../../shared/contract/extensions/network-pattern.ts';
import { type Files, temporaryFolder } from '../testing/temporary-folder.ts';
import { createAddressGate, type KnownExtension } from './address-gate.ts';
import { createAddressQuestions } from './address-questions.ts';
import { openKnownHosts } from './known-hosts.ts';
import { isNamedInFolder } from './named-in-folder.ts';

interface Setting {
  readonly answer?: boolean;
  readonly files?: Files;
  readonly isTrusted?: boolean;
  /** The files that a model has changed. */
  readonly inReview?: readonly string[];
  readonly profile?: string;
  readonly extensions?: readonly KnownExtension[];
}

/** The gate as the app puts it together, with a person who answers at once. */
async function gateOf({
  answer = true,
  files = {},
  isTrusted = true,
  inReview = [],
  profile,
  extensions = [],
}: Setting = {}) {
  const folder = await temporaryFolder(files);
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
    isNamedInFolder: (host) =>
      isNamedInFolder(isTrusted ? folder : null, host, 60_000, (path) => inReview.some((name) => path.endsWith(name))),
    extension: (id) => extensions.find((one) => one.id === id),
    async open(address) {
      opened.push(address);
      return ok(null);
    },
  });
  const open = (address: string, label = '', source: Partial<AddressSource> = {}) =>
    gate.open(address, { type: 'thread', label, ...source } as AddressSource);
  return { ...gate, open, asked, opened, known };
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
  const { open, personTyped, asked, opened } = await gateOf({ answer: false });
  personTyped(`https://${host}/ is mine`);
  expect(await open(address, label)).toMatchObject({ ok: false, failure: { code: 'cancelled' } });
  expect(asked).toMatchObject([{ asker: null, host, namedHost: named }]);
  expect(opened).toEqual([]);
});

test('a host in letters of another script is shown as it reads and as it goes over the network', async () => {
  const { open, asked } = await gateOf();
  await open('https://docs.pyth\u043en.org/', 'docs.python.org');
  expect(asked).toMatchObject([
    { host: 'docs.pyth\u043en.org', asciiHost: 'docs.xn--pythn-mye.org', namedHost: 'docs.python.org' },
  ]);
});

test('a text that turns its letters round cannot be read for sure, and is asked about', async () => {
  const { open, personTyped, asked } = await gateOf();
  personTyped('evil.example.com');
  await open('https://evil.example.com/', '\u202egro.nohtyp.scod');
  expect(asked).toMatchObject([{ namedHost: '' }]);
});

test('a new host is asked about once, also after the next start; one that was refused is asked about again', async () => {
  const profile = await temporaryFolder();
  const first = await gateOf({ profile });
  await first.open('https://docs.python.org/3/', 'the docs');
  await first.open('https://docs.python.org/2/', 'https://docs.python.org/2/');
  expect(first.asked).toHaveLength(1);
  expect(first.asked[0]).not.toHaveProperty('namedHost');
  expect(first.opened).toEqual(['https://docs.python.org/3/', 'https://docs.python.org/2/']);
  await first.known.flush();
  const second = await gateOf({ profile, answer: false });
  expect(await second.open('https://docs.python.org/')).toEqual(ok(null));
  await second.open('https://python.org/', 'Python');
  await second.open('https://python.org/', 'Python');
  await second.open('https://docs.python.org:8443/', 'the docs');
  expect(second.asked.map(({ host }) => host)).toEqual(['python.org', 'python.org', 'docs.python.org:8443']);
});

test('what the person typed in a prompt, and what a file of a trusted folder names as a whole, is known', async () => {
  const files = {
    'README.md': 'See https://docs.python.org/3 and http://localhost:3000.\nNot b.a-host.org or sub.site.org.evil.com',
    'src/deep.ts': "const a = 'B\u00fccher.example'",
  };
  const { open, personTyped, asked } = await gateOf({ files });
  personTyped('What is on [@page](https://typed.example/x) and plain.dev?');
  for (const host of ['docs.python.org', 'localhost:3000', 'typed.example', 'plain.dev', 'xn--bcher-kva.example']) {
    await open(`http://${host}/x`, 'here');
  }
  expect(asked).toEqual([]);
  for (const host of ['a-host.org', 'site.org', 'python.org', 'localhost:9200', 'org']) await open(`http://${host}/x`);
  expect(asked.map(({ host }) => host)).toEqual(['a-host.org', 'site.org', 'python.org', 'localhost:9200', 'org']);
  const cloned = await gateOf({ files, isTrusted: false });
  await cloned.open('https://docs.python.org/');
  expect(cloned.asked).toHaveLength(1);
});

test('mail is shown by the program that sends it, and what is no address is opened by nobody', async () => {
  const { open, asked, opened } = await gateOf();
  expect(await open('mailto:a@example.com', 'write')).toEqual(ok(null));
  expect(await open('javascript:alert(1)')).toMatchObject({ ok: false, failure: { code: 'address-refused' } });
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
  await set.open('https://api.example.com/new', 'an account', from('mine'));
  expect(set.asked).toEqual([]);
  await set.open('https://evil.example/?k=1', 'an account', from('mine'));
  await set.open('https://evil.example/?k=2', 'an account', from('mine'));
  await set.open('https://evil.example/?k=3', 'an account', from('other'));
  await set.open('https://api.example.com/', 'https://evil.example/', from('mine'));
  expect(set.asked.map(({ asker, host, namedHost }) => [asker?.extensionName, host, namedHost])).toEqual([
    ['The mine', 'evil.example', undefined],
    ['The other', 'evil.example', undefined],
    ['The mine', 'api.example.com', 'evil.example'],
  ]);
  expect(await set.open('https://api.example.com/', '', from('gone'))).toMatchObject({ ok: false });
  // Another extension of the same id, in another folder, was allowed nothing.
  await set.known.flush();
  const later = await gateOf({ extensions: [same], profile });
  await later.open('https://evil.example/', '', from('mine'));
  expect(later.asked).toHaveLength(1);
});

test('a host that is taken back is asked about again, for links or for the one extension that it was taken from', async () => {
  const [one, other] = [extension('one', '/one'), extension('other', '/other')];
  const set = await gateOf({ extensions: [one, other] });
  const hosts = () => set.known.list();
  await set.open('https://a.example/');
  set.personTyped('https://b.example/');
  for (const { id } of [one, other]) await set.permit({ extensionId: id }, 'https://a.example/');
  const allowedTo = ({ id, origin }: KnownExtension) => ({ host: 'a.example', extension: { id, origin } });
  expect(hosts()).toEqual([allowedTo(other), allowedTo(one), { host: 'b.example' }, { host: 'a.example' }]);

  set.known.forget({ host: 'a.example' });
  set.known.forget(allowedTo(one));
  expect(hosts()).toEqual([allowedTo(other), { host: 'b.example' }]);
  set.asked.length = 0;
  await set.permit({ extensionId: 'other' }, 'https://a.example/');
  await set.open('https://b.example/');
  expect(set.asked).toEqual([]);
  await set.permit({ extensionId: 'one' }, 'https://a.example/');
  await set.open('https://a.example/');
  expect(set.asked).toMatchObject([{ asker: { extensionId: 'one' } }, { asker: null, host: 'a.example' }]);
});

test('the name of a file is no host that the folder or a person has named, and an address of that name is', async () => {
  const files = { 'notes.txt': 'See README.md, run deploy.sh. More at https://setup.sh/x' };
  const { open, personTyped, asked, opened } = await gateOf({ files, answer: false });
  personTyped('fix main.py, then README.md');
  for (const host of ['readme.md', 'deploy.sh', 'main.py']) await open(`https://${host}/?d=1`);
  expect(asked.map(({ host }) => host)).toEqual(['readme.md', 'deploy.sh', 'main.py']);
  await open('https://setup.sh/');
  expect(opened).toEqual(['https://setup.sh/']);
});

test('a file that a model has changed names no host until a person accepts it', async () => {
  const files = { 'a.txt': 'https://own.example/', 'b.txt': 'https://other.example/' };
  const { open, asked } = await gateOf({ files, inReview: ['b.txt'], answer: false });
  await open('https://own.example/');
  await open('https://other.example/');
  expect(asked.map(({ host }) => host)).toEqual(['other.example']);
});

test.each(['README.md', 'main.rs line 4', 'install.sh'])(
  'the label %j of what an address leads to does not mislead',
  async (label) => {
    const { open, personTyped, asked } = await gateOf();
    personTyped('github.com');
    await open('https://github.com/x/y/blob/main/README.md', label);
    expect(asked).toEqual([]);
  },
);

test.each([
  `docs.python.org/${'x'.repeat(2100)}`,
  'docs\ua4f8python\ua4f8org',
  'docs\u00b7python\u00b7org',
  'docs%2Epython%2Eorg',
])('the label %j is asked about', async (label) => {
  const { open, personTyped, asked } = await gateOf();
  personTyped('evil.example.com');
  await open('https://evil.example.com/', label);
  expect(asked).toMatchObject([{ namedHost: 'docs.python.org' }]);
});

test('a label that names another host misleads, also where the path of the address has that name', async () => {
  const { open, personTyped, asked } = await gateOf();
  personTyped('evil.example.com');
  await open('https://evil.example.com/docs.python.org', 'docs.python.org');
  expect(asked).toMatchObject([{ namedHost: 'docs.python.org' }]);
});

test('where an agent wants a person to go is asked each time, also for a known host, and with its reason', async () => {
  const { visit, personTyped, asked, opened } = await gateOf();
  personTyped('https://a.example/');
  const agent = { name: 'One', reason: 'Sign in there.' };
  const { signal } = new AbortController();
  for (const path of ['1', '2']) expect(await visit(agent, `https://a.example/${path}`, signal)).toEqual(ok(null));
  expect(asked).toMatchObject([
    { asker: null, agent, host: 'a.example', url: 'https://a.example/1' },
    { asker: null, agent, url: 'https://a.example/2' },
  ]);
  expect(await visit(agent, 'file:///etc/passwd', signal)).toMatchObject({ failure: { code: 'address-refused' } });
  expect(opened).toEqual(['https://a.example/1', 'https://a.example/2']);
});
