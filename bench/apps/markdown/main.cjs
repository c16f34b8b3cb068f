// An empty page with nothing around it, shown, so that frames come as they do for a person.
const { join } = require('node:path');
const { app, BrowserWindow } = require('electron');

app.whenReady().then(async () => {
  const window = new BrowserWindow({ width: 900, height: 800, webPreferences: { backgroundThrottling: false } });
  await window.loadFile(join(__dirname, 'index.html'));
  console.log('ready');
});
