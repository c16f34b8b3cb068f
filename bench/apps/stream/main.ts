import { join } from 'node:path';
import { app, BrowserWindow, ipcMain, MessageChannelMain, utilityProcess } from 'electron';

/** The floor of `stream`: a page whose text grows by what a process says into a raw port, and a field to type in. */
app.whenReady().then(async () => {
  const child = utilityProcess.fork(join(import.meta.dirname, 'emitter.js'));
  const window = new BrowserWindow({
    width: 1200,
    height: 800,
    webPreferences: { preload: join(import.meta.dirname, 'preload.cjs'), backgroundThrottling: false },
  });
  ipcMain.on('words', ({ sender }, asked) => {
    const { port1, port2 } = new MessageChannelMain();
    child.postMessage(asked, [port1]);
    sender.postMessage('words', null, [port2]);
  });
  await window.loadFile(join(import.meta.dirname, 'page.html'));
  console.log('ready');
});
