import { contextBridge, ipcRenderer, webUtils } from 'electron';
import './forget-environment.ts';
import type { MainApi } from '../shared/contract/methods/renderer-methods.ts';
import { apiName, eventPortMessage, type RendererApi } from '../shared/contract/renderer-api.ts';

/** `methodNames` of the contract, inserted by the build: a preload must not load schemas. */
declare const __METHOD_NAMES__: Readonly<Record<string, readonly string[]>>;

const ask =
  (channel: string) =>
  (...args: readonly unknown[]) =>
    ipcRenderer.invoke(channel, ...args);

const asked = Object.fromEntries(
  Object.entries(__METHOD_NAMES__).map(([group, names]) => [
    group,
    Object.fromEntries(names.map((name) => [name, ask(`${group}.${name}`)])),
  ]),
) as unknown as MainApi;

const api: RendererApi = {
  ...asked,
  workspace: { ...asked.workspace, pathOf: (file) => webUtils.getPathForFile(file) },
};

contextBridge.exposeInMainWorld(apiName, api);

// Forwarded to the page's own world, as ports cannot cross the bridge.
ipcRenderer.on(eventPortMessage, ({ ports }) => window.postMessage(eventPortMessage, location.origin, ports));
