import { contextBridge, ipcRenderer, webUtils } from 'electron';
import './forget-environment.ts';
import {
  apiName,
  type Channel,
  type ChannelMethod,
  eventPortMessage,
  type RendererApi,
} from '../shared/contract/renderer-api.ts';

/** One method that main answers. */
const ask =
  <C extends Channel>(channel: C) =>
  (...args: Parameters<ChannelMethod<C>>) =>
    ipcRenderer.invoke(channel, ...args) as ReturnType<ChannelMethod<C>>;

const api = {
  app: {
    boot: ask('app.boot'),
    answerClose: ask('app.answerClose'),
    setUnsavedCount: ask('app.setUnsavedCount'),
    openAddress: ask('app.openAddress'),
    paste: ask('app.paste'),
  },
  workspace: {
    pickFolder: ask('workspace.pickFolder'),
    open: ask('workspace.open'),
    setTrust: ask('workspace.setTrust'),
    list: ask('workspace.list'),
    saveLayout: ask('workspace.saveLayout'),
    pathOf: (file) => webUtils.getPathForFile(file),
  },
  documents: {
    open: ask('documents.open'),
    allow: ask('documents.allow'),
    save: ask('documents.save'),
    close: ask('documents.close'),
    pickFile: ask('documents.pickFile'),
    report: ask('documents.report'),
    inspect: ask('documents.inspect'),
    answerBuffer: ask('documents.answerBuffer'),
  },
  agent: {
    providers: ask('agent.providers'),
    chooseModel: ask('agent.chooseModel'),
    thread: ask('agent.thread'),
    newThread: ask('agent.newThread'),
    send: ask('agent.send'),
    keepDraft: ask('agent.keepDraft'),
    stop: ask('agent.stop'),
    retry: ask('agent.retry'),
    retryNow: ask('agent.retryNow'),
    runSlashCommand: ask('agent.runSlashCommand'),
    decideTool: ask('agent.decideTool'),
    editQueued: ask('agent.editQueued'),
    orderQueue: ask('agent.orderQueue'),
    sendQueuedNow: ask('agent.sendQueuedNow'),
    regenerate: ask('agent.regenerate'),
    continueAnswer: ask('agent.continueAnswer'),
    showBranch: ask('agent.showBranch'),
    annotate: ask('agent.annotate'),
    compact: ask('agent.compact'),
    setLimit: ask('agent.setLimit'),
    answerPause: ask('agent.answerPause'),
    runTemplate: ask('agent.runTemplate'),
    showRequest: ask('agent.showRequest'),
  },
  threads: {
    list: ask('threads.list'),
    search: ask('threads.search'),
    open: ask('threads.open'),
    rename: ask('threads.rename'),
    setArchived: ask('threads.setArchived'),
    remove: ask('threads.remove'),
    restore: ask('threads.restore'),
    exportMarkdown: ask('threads.exportMarkdown'),
    showAsText: ask('threads.showAsText'),
  },
  changes: {
    review: ask('changes.review'),
    texts: ask('changes.texts'),
    accept: ask('changes.accept'),
    reject: ask('changes.reject'),
    rejectPart: ask('changes.rejectPart'),
    restore: ask('changes.restore'),
    undoRestore: ask('changes.undoRestore'),
  },
  mentions: { paths: ask('mentions.paths'), symbols: ask('mentions.symbols') },
  providers: {
    refresh: ask('providers.refresh'),
    setFavourite: ask('providers.setFavourite'),
    page: ask('providers.page'),
    signIn: ask('providers.signIn'),
    signOut: ask('providers.signOut'),
    test: ask('providers.test'),
    switchOn: ask('providers.switchOn'),
    setVariable: ask('providers.setVariable'),
    answerVariable: ask('providers.answerVariable'),
    openSignIn: ask('providers.openSignIn'),
    endSignIn: ask('providers.endSignIn'),
  },
  credentials: {
    answer: ask('credentials.answer'),
    list: ask('credentials.list'),
    replace: ask('credentials.replace'),
    remove: ask('credentials.remove'),
  },
  settings: {
    setTheme: ask('settings.setTheme'),
    change: ask('settings.change'),
    extensionSettings: ask('settings.extensionSettings'),
    setExtensionSetting: ask('settings.setExtensionSetting'),
  },
  notices: { act: ask('notices.act'), dismiss: ask('notices.dismiss') },
  hosts: { restart: ask('hosts.restart'), log: ask('hosts.log'), inspect: ask('hosts.inspect') },
  extensions: {
    list: ask('extensions.list'),
    running: ask('extensions.running'),
    contributions: ask('extensions.contributions'),
    pickPackage: ask('extensions.pickPackage'),
    prepareInstall: ask('extensions.prepareInstall'),
    commitInstall: ask('extensions.commitInstall'),
    discardInstall: ask('extensions.discardInstall'),
    consent: ask('extensions.consent'),
    setEnabled: ask('extensions.setEnabled'),
    uninstall: ask('extensions.uninstall'),
    reload: ask('extensions.reload'),
    runCommand: ask('extensions.runCommand'),
  },
  questions: { answer: ask('questions.answer'), cancelProgress: ask('questions.cancelProgress') },
  events: { connect: ask('events.connect') },
} satisfies RendererApi;

contextBridge.exposeInMainWorld(apiName, api);

// The page's own world takes the port over; ports cannot cross the bridge.
ipcRenderer.on(eventPortMessage, ({ ports }) => window.postMessage(eventPortMessage, location.origin, ports));
