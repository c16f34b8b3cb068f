import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { ok } from '../../../shared/contract/errors.ts';
import type { Notice } from '../../../shared/contract/extensions/host-state.ts';
import type { MainMethods } from '../../../shared/contract/extensions/main-methods.ts';
import type { MainEvent } from '../../../shared/contract/renderer-api.ts';
import { defaultSettings } from '../../../shared/contract/settings/setting-table.ts';
import { Peer } from '../../../shared/rpc/peer.ts';
import { createMemoryPorts } from '../../../shared/rpc/ports/memory-port.ts';
import { createCredentialOwners } from '../../credentials/credential-owners.ts';
import { createCredentialService } from '../../credentials/credential-service.ts';
import { createCredentialStore } from '../../credentials/credential-store.ts';
import type { Keychain } from '../../credentials/keychain.ts';
import { createKnownSecrets } from '../../credentials/known-secrets.ts';
import { createOpenDialogs } from '../../credentials/open-dialogs.ts';
import { createSignIns } from '../../credentials/sign-in/sign-ins.ts';
import { createDocumentMirror } from '../../documents/mirror/document-mirror.ts';
import { createNoticeBoard } from '../../notices/notice-board.ts';
import { createLogFile } from '../../platform/log-file.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { type ExtensionServices, servicesFor } from '../registry/extension-services.ts';
import { createExtensionSettings } from '../settings/extension-settings.ts';
import { createModelApi } from './access/model-api.ts';
import { createThreadApi } from './access/thread-api.ts';
import { createApiServices } from './api-services.ts';
import { createExtensionLog } from './extension-log.ts';
import { createExtensionMessages } from './extension-messages.ts';
import { createExtensionStorage } from './extension-storage.ts';
import { createExtensionTexts } from './extension-texts.ts';
import { createFilesApi } from './files/files-api.ts';
import { createProgressBoard } from './progress-board.ts';
import { createQuestionBoard } from './question-board.ts';
import { createStatusItems } from './status-items.ts';
import { createSystemApi } from './system-api.ts';
import { manifestOf } from './test-support/manifests.ts';
import { createSecretFiles } from './workspace/secret-files.ts';
import { createWorkspaceApi } from './workspace/workspace-api.ts';

const caller = manifestOf('caller', {
  capabilities: { workspace: 'write' },
  commands: { go: { title: 'Go' } },
  settings: { size: { type: 'number', title: 'Size', default: 3 } },
});
const bystander = manifestOf('bystander');

/** A system without a keychain. */
const noKeychain: Keychain = {
  isBusy: () => false,
  close: async () => {},
  isAvailable: async () => false,
  get: async () => ok(null),
  set: async () => ok(null),
  delete: async () => ok(false),
  isOpen: async () => false,
};

/** The services wired as in the app, with two extensions on ports of their own. */
async function setUp() {
  const folder = await temporaryFolder();
  const root = join(folder, 'project');
  await mkdir(root);
  const events: MainEvent[] = [];
  const publish = (event: MainEvent) => void events.push(event);
  const notices = createNoticeBoard(publish);
  const questions = createQuestionBoard({ publish });
  const documents = createDocumentMirror({ publish, documentsMs: 3_000 });
  const manifests = () => [caller, bystander];
  const file = createLogFile({ path: join(folder, 'extensions.log') });
  onTestFinished(() => file.flush());
  const log = createExtensionLog({ file });
  const state = createExtensionStorage({
    folder: join(folder, 'state'),
    workspacePath: () => root,
    onProblem: () => {},
  });
  onTestFinished(() => state.flush());
  const owners = await createCredentialOwners({ path: join(folder, 'owners.json'), onProblem: () => {} });
  const secrets = createKnownSecrets();
  const showNotice = (notice: Notice) => notices.show(notice);
  const credentials = createCredentialService({
    listMs: 3_000,
    store: createCredentialStore(noKeychain, owners),
    secrets,
    originOf: (extensionId) => join(folder, extensionId),
    manifests,
    installed: () => [],
    dialogs: createOpenDialogs(publish),
    showNotice,
    decision: () => 'denied',
    decide: async () => {},
    env: {},
    tell: () => {},
  });
  const addresses = { permit: async () => ok(null), open: async () => ok(null) };
  const notHere = () => {
    throw new Error('not part of this test');
  };
  const access = { permit: notHere };
  const api = createApiServices({
    credentials: credentials.calls,
    oauth: createSignIns({ credentials, secrets, showNotice, addresses }).calls,
    settings: createExtensionSettings({
      manifests,
      settings: () => defaultSettings,
      update: () => ok(null),
      tell: () => {},
    }),
    state,
    messages: createExtensionMessages({ notices }),
    statusItems: createStatusItems({ publish }),
    questions,
    texts: createExtensionTexts({
      folderOf: state.folderOf,
      openPaths: () => [],
      showFile: async () => {},
    }),
    progress: createProgressBoard({ publish }),
    documents,
    workspace: createWorkspaceApi({ root: () => root, secrets: createSecretFiles(questions) }),
    files: createFilesApi({ folderOf: state.folderOf, fetch: notHere, progress: createProgressBoard({ publish }) }),
    system: createSystemApi({ environment: async () => ({}), platform: 'linux', arch: 'x64' }),
    layout: () => ({ tabSize: 2, insertSpaces: true, wrapColumn: 80 }),
    threads: createThreadApi({ threads: notHere, access }),
    endpoints: { list: notHere, open: notHere, permitsUrl: notHere },
    models: createModelApi({ registry: notHere, chosen: () => undefined, access }),
    registered: async () => {},
    tell: () => {},
    log,
  });
  const connect = (manifest: typeof caller) => {
    const [near, far] = createMemoryPorts();
    // The services that a tool may use during its call have their own tests.
    const services = api.servicesOf({ call: async () => null as never }) as ExtensionServices;
    const main = new Peer(far, {
      methods: servicesFor(
        () => manifest,
        services,
        () => {},
      ),
    });
    onTestFinished(() => main.close());
    return new Peer<MainMethods>(near);
  };
  const last = <T extends MainEvent['type']>(type: T) =>
    events.findLast((event): event is Extract<MainEvent, { type: T }> => event.type === type);
  const [extension, other] = [connect(caller), connect(bystander)];
  return { api, extension, other, last, documents };
}

describe('what main does for extensions', () => {
  test('is refused with a code that travels', async () => {
    const { extension, other } = await setUp();
    await expect(extension.call('workspace.readFile', { path: '../x' })).rejects.toMatchObject({
      name: 'FailureError',
      code: 'file-outside-project',
      message: '“../x” is outside the open folder.',
    });
    await expect(extension.call('setting.get', { key: 'toString' })).rejects.toMatchObject({
      code: 'invalid-request',
      message: 'Extension caller asks for a setting “toString” that its manifest lacks.',
    });
    const item = { text: 'S', tooltip: '', command: 'other' };
    await expect(extension.call('window.status', { id: 's', item })).rejects.toMatchObject({ code: 'invalid-request' });
    await expect(other.call('document.subscribe', null)).rejects.toMatchObject({ code: 'file-denied' });
    await expect(other.call('workspace.stat', { path: '' })).rejects.toMatchObject({ code: 'file-denied' });
  });

  test('goes with the extension that asked, and with it alone', async () => {
    const { api, extension, other, last, documents } = await setUp();
    const asked = { title: 'T', placeholder: '', value: '', isMultiline: false };
    const mine = [
      extension.call('window.prompt', asked),
      extension.call('window.message', { severity: 'info', text: 'm', actions: ['Yes'] }),
      extension.call('progress.start', { id: 'p', title: 'P', isCancellable: true }),
      extension.call('window.status', { id: 's', item: { text: 'S', tooltip: '' } }),
      extension.call('document.subscribe', null),
    ];
    const theirs = [
      other.call('window.prompt', { ...asked, title: 'theirs' }),
      other.call('progress.start', { id: 'p', title: 'theirs', isCancellable: true }),
    ];
    // They stay pending until the port is closed.
    for (const one of theirs) one.catch(() => undefined);
    await vi.waitFor(() => expect(last('progress')?.items).toHaveLength(2));
    documents.report([]);
    api.gone('caller');
    expect(await Promise.all(mine)).toEqual([null, null, false, null, null]);
    await vi.waitFor(() => {
      expect(last('progress')?.items.map(({ title }) => title)).toEqual(['theirs']);
      expect(last('status-items')?.items).toEqual([]);
      expect(last('question')?.question.title).toBe('theirs');
      expect(last('notice-withdrawn')).toBeDefined();
      expect(last('documents-wanted')).toEqual({ type: 'documents-wanted', isWanted: false });
    });
  });
});
