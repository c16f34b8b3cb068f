// The floor of `editor` for texts: CodeMirror alone in a window, which gets a file's bytes from main in one call.
const { readFile } = require('node:fs/promises');
const { join } = require('node:path');
const { app, BrowserWindow, ipcMain } = require('electron');

ipcMain.handle('read', (_event, path) => readFile(path));

app.whenReady().then(() => {
  const webPreferences = { sandbox: false, contextIsolation: false, preload: join(__dirname, 'preload.cjs') };
  const window = new BrowserWindow({ show: false, width: 1200, height: 800, webPreferences });
  window.once('ready-to-show', () => window.show());
  window.loadFile(join(__dirname, 'index.html'));
});
