// A peer of `startup`: the least editor that can be made of what this project is made of. Prints when its text was painted.
const { readFileSync } = require('node:fs');
const { join } = require('node:path');
const { app, BrowserWindow, protocol } = require('electron');

const file = process.argv.filter((argument) => !argument.startsWith('-')).at(-1) ?? '';
/** @type {Record<string, string>} */
const types = { html: 'text/html', js: 'text/javascript', css: 'text/css' };
// As the app's own protocol, so that compiled code is kept for it as well.
const privileges = { standard: true, secure: true, supportFetchAPI: true, codeCache: true };
protocol.registerSchemesAsPrivileged([{ scheme: 'least-app', privileges }]);

app.whenReady().then(() => {
  protocol.handle('least-app', ({ url }) => {
    const { pathname } = new URL(url);
    if (pathname === '/text') return new Response(readFileSync(file, 'utf8'));
    const type = types[pathname.split('.').at(-1) ?? ''] ?? 'text/plain';
    return new Response(readFileSync(join(__dirname, pathname), 'utf8'), { headers: { 'content-type': type } });
  });
  const window = new BrowserWindow({ show: false, width: 1200, height: 800, webPreferences: { sandbox: true } });
  window.once('ready-to-show', () => window.show());
  window.webContents.on('page-title-updated', (_event, title) => {
    if (title.startsWith('painted')) console.log(title);
  });
  window.loadURL('least-app://app/index.html');
});
