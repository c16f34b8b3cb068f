import './forget-environment.ts';
import { ipcRenderer } from 'electron';

/** The preload of a worker host's page: forwards main's port, and exposes nothing to the page. */
ipcRenderer.once('port', ({ ports }) => window.postMessage(null, '*', ports));
