import './forget-environment.ts';
import { ipcRenderer } from 'electron';

/** The preload of a worker host's page: hands main's port on, and offers the page nothing. */
ipcRenderer.once('port', ({ ports }) => window.postMessage(null, '*', ports));
