const { ipcRenderer } = require('electron');

/** @param {string} path */
Object.assign(globalThis, { read: (path) => ipcRenderer.invoke('read', path) });
