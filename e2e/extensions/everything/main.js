/** @import { ExtensionContext } from '../../../src/shared/contract/extension-api/extension-api.ts' */
/** @import { ExtensionDocument } from '../../../src/shared/contract/extension-api/extension-documents.ts' */

/** @param {ExtensionContext} context */
export function activate(context) {
  const { commands, log, settings, state, subscriptions, window, workspace } = context;
  /** @param {string} text */
  const say = (text) => window.setStatus('answer', { text, tooltip: 'The last answer' });
  const documents = followDocuments(context);

  /** @type {Record<string, (signal: AbortSignal) => Promise<unknown>>} */
  const actions = {
    async message() {
      say(`Went ${(await window.showMessage('info', 'Which way?', 'Left', 'Right')) ?? 'nowhere'}`);
    },
    async pick() {
      const fruits = [{ label: 'Apple', description: 'red' }, { label: 'Banana' }, { label: 'Cherry' }];
      say(`Picked ${(await window.pick(fruits, { title: 'Which fruit?' }))?.label ?? 'none'}`);
    },
    async prompt() {
      say(`Named ${(await window.prompt({ title: 'What name?', value: 'Ada' })) ?? 'nobody'}`);
    },
    async progress() {
      await window.withProgress({ title: 'Working', isCancellable: true }, async (progress, signal) => {
        progress.report({ message: 'half of it', fraction: 0.5 });
        await new Promise((resolve) => signal.addEventListener('abort', resolve));
      });
      say('Cancelled');
    },
    async count() {
      const next = async (/** @type {typeof state.global} */ scope) => {
        const count = (await scope.get('count')) ?? 0;
        await scope.set('count', Number(count) + 1);
        return Number(count) + 1;
      };
      say(`Everywhere ${await next(state.global)}, here ${await next(state.workspace)}`);
    },
    async settings() {
      const keys = ['greeting', 'is_loud', 'times', 'colour'];
      say((await Promise.all(keys.map((key) => settings.get(key)))).join(' '));
    },
    async documents() {
      await workspace.writeFile('documents.json', JSON.stringify(await documents.written()));
    },
    files: () => useFiles(context),
    async secret() {
      const read = workspace.readText('.env');
      say(
        await read.then(
          (text) => `Read ${text}`,
          (/** @type {Error} */ { message }) => message,
        ),
      );
    },
    async log() {
      log.warn('a line of its own');
    },
    async stumble() {
      throw new Error('It stumbled.');
    },
  };
  for (const [id, run] of Object.entries(actions)) subscriptions.push(commands.register(id, run));
  subscriptions.push(
    settings.onChange((key, value) => say(`${key} is ${value} now`)),
    window.setStatus('button', { text: 'Fruit', tooltip: 'Asks for a fruit', command: 'pick' }),
  );
}

/**
 * Records the events of documents, and whether each change leads from the text before to the text after.
 * @param {ExtensionContext} context
 */
function followDocuments({ documents, subscriptions }) {
  /** @type {string[]} */
  const heard = [];
  /** @type {Map<string, { version: number, text: string }>} */
  const known = new Map();
  let areChangesTrue = true;
  const name = (/** @type {string} */ path) => path.split('/').at(-1) ?? '';
  const note = (/** @type {string} */ what, /** @type {ExtensionDocument} */ document) => {
    heard.push(`${what} ${name(document.path)}`);
    known.set(document.path, { version: document.version, text: document.text });
  };
  subscriptions.push(
    documents.onOpen((document) => note('opened', document)),
    documents.onChange((document, changes) => {
      const before = known.get(document.path);
      let text = before?.text ?? '';
      for (const { from, to, insert } of changes) text = text.slice(0, from) + insert + text.slice(to);
      if (before && (text !== document.text || document.version <= before.version)) areChangesTrue = false;
      note('changed', document);
    }),
    documents.onSave((document) => note('saved', document)),
    documents.onClose((path) => {
      known.delete(path);
      heard.push(`closed ${name(path)}`);
    }),
  );
  const ready = documents.list().then((open) => {
    for (const document of open) known.set(document.path, document);
  });
  return {
    async written() {
      await ready;
      const open = (await documents.list()).map(({ path, languageId, version, text }) => {
        return { name: name(path), languageId, version, text };
      });
      return { open, areChangesTrue, heard: heard.filter((line, place) => line !== heard[place - 1]) };
    },
  };
}

/** @param {ExtensionContext} context */
async function useFiles({ workspace }) {
  const why = (/** @type {Promise<unknown>} */ attempt) =>
    attempt.then(
      () => 'done',
      (/** @type {{ code?: string }} */ error) => error.code,
    );
  await workspace.writeFile('made/by/it.txt', 'one needle\n');
  await workspace.rename('made/by/it.txt', 'made/it.txt');
  const { matches, isPartial } = await workspace.search({ text: 'needle', glob: '**/*.txt' });
  const results = {
    folder: (await workspace.folder())?.name,
    text: await workspace.readText('made/it.txt'),
    bytes: [...(await workspace.readFile('made/it.txt'))].length,
    kind: (await workspace.stat('made'))?.kind,
    absent: await workspace.stat('nothing'),
    list: await workspace.list('made'),
    found: await workspace.find('**/*.txt'),
    matches,
    isPartial,
    above: await why(workspace.readText('../outside.txt')),
    throughLink: await why(workspace.readText('link.txt')),
    overLink: await why(workspace.writeFile('link.txt', 'changed')),
    ownTrust: await why(workspace.writeFile('.outrigger/extensions/x/extension.toml', '')),
    missing: await why(workspace.readText('nothing.txt')),
  };
  await workspace.delete('made/it.txt');
  await workspace.writeFile('files.json', JSON.stringify(results));
}
