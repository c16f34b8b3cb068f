const { ipcRenderer } = require('electron');

/** @type {(path: string) => Promise<Uint8Array>} */
const read = (path) => ipcRenderer.invoke('read', path);
Object.assign(globalThis, { read });
