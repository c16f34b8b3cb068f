// The floor of `startup`: the least that shows a window. Prints when the page was ready to be shown.
const { app, BrowserWindow } = require('electron');

app.whenReady().then(() => {
  const window = new BrowserWindow({ show: false, width: 1200, height: 800 });
  window.once('ready-to-show', () => {
    window.show();
    console.log(`ready ${Date.now()}`);
  });
  window.loadFile('index.html');
});
