/** @import { ExtensionContext } from '../../../src/shared/contract/extension-api/extension-api.ts' */
import { seizePorts, watchForPorts } from './ports.js';

const megabytes = 1024 ** 2;
/** A new task, so that all pending work of the host runs first. */
const turn = () => new Promise((resolve) => setTimeout(resolve, 0));

/** @param {ExtensionContext} context */
export async function activate(context) {
  const { commands, languageModels, log, settings, state, subscriptions, workspace } = context;
  const attackMs = Number(await settings.get('attack_ms'));
  /** @param {() => unknown} task */
  async function repeat(task) {
    const start = performance.now();
    let count = 0;
    for (; performance.now() - start < attackMs; count += 1) await task();
    return count;
  }
  const read = () => workspace.readFile('data.txt');
  /** @type {unknown} */
  let reply = [];

  /** @type {Record<string, () => unknown>} */
  const actions = {
    answer: () => {},
    /** Calls without waiting for the answers; all of them arrive in the end. */
    async calls() {
      /** @type {Promise<unknown>[]} */
      const answers = [];
      await repeat(async () => {
        for (let call = 0; call < 128; call += 1) answers.push(state.global.get(`key ${call}`));
        await turn();
      });
      const failed = (await Promise.allSettled(answers)).filter(({ status }) => status === 'rejected');
      log.info(`${answers.length} calls, ${failed.length} failed`);
    },
    async log() {
      let line = 0;
      await repeat(async () => {
        for (let count = 0; count < 1000; count += 1) log.info(`line ${line++}`);
        await turn();
      });
    },
    'log-busily'() {
      const start = performance.now();
      for (let line = 0; performance.now() - start < attackMs; line += 1) log.info(`line ${line}`);
    },
    async read() {
      const count = await repeat(read);
      log.info(`${count} files`);
    },
    async 'read-all'() {
      const files = Array.from({ length: 2_000 }, read);
      const failed = (await Promise.allSettled(files)).filter(({ status }) => status === 'rejected');
      log.info(`${files.length} files, ${failed.length} failed`);
    },
    /** Its size is hidden behind many small values and a getter, from a fast estimate. */
    async big() {
      const bytes = new Uint8Array(900 * megabytes);
      let looks = 0;
      const shy = Object.defineProperty({}, 'bytes', { enumerable: true, get: () => (looks++ > 1 ? bytes : null) });
      reply = [{ small: Array.from({ length: 2_000 }, (_, index) => index), bytes, shy }];
      await languageModels.modelsChanged('greedy');
    },
    async console() {
      await repeat(async () => {
        for (let count = 0; count < 1000; count += 1) console.log('line', count);
        console.table([1, 2, 3]);
        await turn();
      });
    },
    async seize() {
      const ports = await seizePorts(() => state.global.get('anything'));
      log.info(`found ${ports.length} ports`);
    },
    async batches() {
      const ports = await seizePorts(() => state.global.get('anything'));
      const message = [1, 'log.write', { level: 'info', text: 'a line past the API' }];
      await repeat(async () => {
        for (let count = 0; count < 20; count += 1)
          for (const port of ports) port.postMessage([0, 0, ...Array(128).fill(message)]);
        await turn();
      });
    },
    async message() {
      const ports = await seizePorts(() => state.global.get('anything'));
      for (const port of ports) port.postMessage([0, 0, [1, 'log.write', new Uint8Array(900 * megabytes)]]);
    },
  };
  watchForPorts();
  for (const [id, run] of Object.entries(actions)) subscriptions.push(commands.register(id, run));
  const provider = {
    models: () => /** @type {never} */ (reply),
    isAuthenticated: () => true,
    authenticate: () => {},
    resetCredentials: () => {},
    async *stream() {
      yield { type: /** @type {const} */ ('stop'), value: /** @type {const} */ ('end-turn') };
    },
  };
  subscriptions.push(languageModels.registerProvider({ id: 'greedy', name: 'Greedy model' }, provider));
}
