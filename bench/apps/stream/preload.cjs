// @ts-check
const { contextBridge, ipcRenderer } = require('electron');

/**
 * Shows words as they come, once a frame, in the cheapest way there is.
 * @returns {(text: string) => void}
 */
function show() {
  const node = pre().appendChild(document.createTextNode(''));
  let waiting = '';
  return (text) => {
    if (waiting === '') {
      requestAnimationFrame(() => {
        node.appendData(waiting);
        waiting = '';
      });
    }
    waiting += text;
  };
}

const pre = () => /** @type {HTMLElement} */ (document.querySelector('pre'));

contextBridge.exposeInMainWorld('floor', {
  clear: () => pre().replaceChildren(),
  /**
   * @param {number} rate
   * @param {number} count
   */
  words(rate, count) {
    return new Promise((resolve) => {
      ipcRenderer.once('words', ({ ports: [port] }) => {
        const add = show();
        if (port) port.onmessage = ({ data }) => (data === null ? resolve(null) : add(data));
      });
      ipcRenderer.send('words', { rate, count });
    });
  },
  /** @param {string} url */
  async fetch(url) {
    const { body } = await fetch(url, { method: 'POST', body: '{}' });
    const add = show();
    const decoder = new TextDecoder();
    if (!body) return;
    for (const reader = body.getReader(); ; ) {
      const { done, value } = await reader.read();
      if (done) return;
      add(decoder.decode(value, { stream: true }));
    }
  },
});
