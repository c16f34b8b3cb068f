// The floor of `threads`: the same text, one plain element for each message, which is drawn when it comes near the view.
const { readFileSync } = require('node:fs');
const { join } = require('node:path');
const { app, BrowserWindow } = require('electron');

const messages = JSON.parse(readFileSync(String(process.argv.at(-1)), 'utf8'));
app.whenReady().then(async () => {
  const window = new BrowserWindow({ width: 1280, height: 800 });
  await window.loadFile(join(__dirname, 'index.html'));
  await window.webContents.executeJavaScript(`{
    const messages = ${JSON.stringify(messages)};
    const section = document.querySelector('section');
    document.querySelector('button').onclick = () => {
      section.replaceChildren(...messages.map((text) => {
        const message = document.createElement('pre');
        message.textContent = text;
        return message;
      }));
      // What is drawn at the end is higher than it was taken for.
      const toEnd = (times) => {
        section.scrollTop = section.scrollHeight;
        if (times > 1) requestAnimationFrame(() => toEnd(times - 1));
      };
      toEnd(3);
    };
    null;
  }`);
  console.log('ready');
});
