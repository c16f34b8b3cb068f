/**
 * Timeouts for the app's own window, hosts, threads and disks, in ms, and their consequences. A computer that stalls
 * exceeds all of them, so one setting extends them, as used by tests about other matters. Waits for a person or for an
 * external service are not included.
 */
export const usualDeadlines = {
  app: {
    /** For the shutdown of all services; then the app ends anyway. */
    closeMs: 3_000,
    /** For the recovery of interrupted saves; a drive that does not answer is left to the next start. */
    recoveryMs: 3_000,
  },
  window: {
    /** For a sign of life when the window is to close; then the person is asked without the page. */
    aliveMs: 3_000,
    /** For the page's content of a file; then it ignores the question, and the file is not changed. */
    bufferMs: 3_000,
    /** Additional time for that answer to arrive. */
    bufferWayMs: 500,
    /** For the list of open documents; then extensions get none. */
    documentsMs: 3_000,
  },
  files: {
    /** For reopening a file, perhaps from a network disk; then its tab reports that. */
    reopenMs: 3_000,
    /** For the `.editorconfig` rules of a file, including the start of a thread; then there are none. A save waits. */
    rulesMs: 10_000,
    /** For the theme file, while the app starts; then the window is shown in the system's colours until it is there. */
    themeMs: 1_000,
    /** For the search for `workspaceContains`; then it counts as without a match. */
    containsMs: 5_000,
    /** For the search for a host name in the folder; then it counts as not found, and the person is asked. */
    namedHostMs: 2_000,
    /** For all mentions of a prompt; then it is sent with a note about the timeout. */
    mentionsMs: 20_000,
  },
  keychain: {
    /** For the first look-up, which unlocks nothing; then keys are kept until the app ends. */
    probeMs: 10_000,
    /** For a row of the list of keys; then the row says that the keychain has not answered. */
    listMs: 3_000,
  },
  hosts: {
    /** For the answer to the first ping; then the host counts as crashed. */
    startMs: 10_000,
    /** For an acknowledgement; then the host is unresponsive. */
    silenceMs: 3_000,
    /** For the deactivation of a host's extensions; then the host is killed. */
    shutDownMs: 3_000,
    /** For the activation of an extension; then it has failed. */
    activationMs: 10_000,
    /** For the pending calls of a replaced instance; then they fail. */
    drainMs: 10_000,
    /** The same if only its providers have changed, not its code: nobody has touched what it answers. */
    answersMs: 600_000,
    /** From the closing of a port to the report of its process's exit; then its calls fail without a reason. */
    exitReportMs: 3_000,
  },
  /** For the process or page of a host. */
  hostProcesses: {
    /** For the last output of an ended process, as its children may keep the pipe open; then the output is lost. */
    lastWordsMs: 250,
    /** From the closing of a worker's port to the report about its page; then the worker ended by itself. */
    pageReportMs: 1_000,
    /** For the connection of the inspector; then the host cannot be inspected. */
    inspectorMs: 5_000,
    /** For each command of the profiler, which interrupts script; then a hang is not profiled. */
    profilerMs: 3_000,
  },
  threadEvents: {
    /** For an extension to have its say in an event; then it is passed over. */
    sayMs: 5_000,
    /** For an extension to go through an event that it follows; then it is told the next one. */
    followMs: 10_000,
  },
  agents: {
    /** For the process of an agent server to start and to introduce itself; then it is ended. Some load their code first. */
    startMs: 60_000,
    /** For it to open a session, or to tell more of its history; then it is given up, once it does nothing for another thread. */
    openMs: 60_000,
    /** For it to list sessions, to change an option, to sign out; then that has failed. */
    answerMs: 30_000,
    /** For it to close a session before it is asked to open it again; then it is asked all the same. */
    closeMs: 5_000,
  },
  programs: {
    /** For the person's shell to tell the PATH of a terminal; then programs are looked for in the app's own. */
    pathMs: 10_000,
    /** For Node.js to tell its version; then it counts as one that does not run. */
    versionMs: 5_000,
  },
  slashCommands: {
    /** For an extension to offer arguments of a slash command, once it is loaded; then there are none. */
    completeMs: 2_000,
  },
  components: {
    /** For compiling a component of WebAssembly; then its extension is not installed or not activated. */
    compileMs: 60_000,
  },
  grammars: {
    /** For the colours of a text from a loaded extension, whose own limits end a grammar before; then it stays plain. */
    answerMs: 60_000,
  },
  providers: {
    /** For an extension to list its models, or to tell whether it has a key; then it has a problem. */
    answerMs: 10_000,
    /** For an extension's text on its page in Settings; then the page is shown without. */
    pageMs: 5_000,
    /** For a test requested by a person; then it has failed. */
    testMs: 30_000,
    /** For an extension to count tokens; then they are estimated. */
    tokensMs: 3_000,
    /** For an extension to describe the cache of a model; then nothing is cached. */
    cacheMs: 1_000,
    /** For an extension to begin a sign-in with a code; then the sign-in has failed. */
    signInMs: 30_000,
    /** For a script to load and to register its endpoint; then whoever asks the endpoint has a failure. */
    registerMs: 10_000,
  },
};

type Table = typeof usualDeadlines;
export type Deadlines = { readonly [G in keyof Table]: Readonly<Table[G]> };

/** All deadlines, multiplied by `times`. */
export function patient(deadlines: Deadlines, times: number): Deadlines {
  const longer = (group: object) => Object.fromEntries(Object.entries(group).map(([name, ms]) => [name, ms * times]));
  return Object.fromEntries(Object.entries(deadlines).map(([name, group]) => [name, longer(group)])) as Deadlines;
}

/**
 * The factor for all deadlines.
 * @param setting a number from 1 to 100; undefined: not set
 * @param refuse called with the reason when the setting is invalid
 */
export function patienceOf(setting: string | undefined, refuse: (sentence: string) => void): number {
  if (setting === undefined) return 1;
  const times = Number(setting);
  if (setting.trim() !== '' && times >= 1 && times <= 100) return times;
  refuse(`OUTRIGGER_PATIENCE is “${setting}”, which is not a number from 1 to 100: deadlines are as usual.`);
  return 1;
}
