// Measures in pairs, in one main process: fork to the first message of a bare utility process, and fork to the first
// answer of the app's extension host. Prints one JSON line a pair.
const { app, utilityProcess } = require('electron');
const { join } = require('node:path');

const [hostModule = '', pairs] = process.argv.slice(-2);
const env = { PATH: process.env.PATH ?? '' };

/** @type {(module: string, onSpawn?: (child: Electron.UtilityProcess) => void) => Promise<number>} */
const fork = (module, onSpawn) =>
  new Promise((resolve, reject) => {
    let taken = 0;
    const started = performance.now();
    const child = utilityProcess.fork(module, [], { env });
    child.once('message', () => {
      taken = performance.now() - started;
      child.kill();
    });
    // The next one starts when this one is gone: they would share the cores.
    child.once('exit', () => (taken > 0 ? resolve(taken) : reject(new Error(`${module} ended before it spoke`))));
    onSpawn?.(child);
  });

// A request on the control port: [sequence, acknowledged, [request, id, method, params]].
/** @param {Electron.UtilityProcess} child */
const ping = (child) => child.postMessage([1, 0, [0, 1, 'ping', null]]);

app.whenReady().then(async () => {
  const bare = join(__dirname, 'bare.cjs');
  await fork(bare);
  await fork(hostModule, ping);
  for (let pair = 0; pair < Number(pairs); pair += 1) {
    const floor = await fork(bare);
    const value = await fork(hostModule, ping);
    console.log(`pair ${JSON.stringify({ floor, value })}`);
  }
  console.log('done');
  app.quit();
});
