/**
 * How long the app waits for its own window, hosts, threads and disks, in ms, and what follows when that has passed. A
 * computer that stalls lets all of these pass, so one setting makes them longer, as tests do that are about something
 * else. What waits for a person or for a service elsewhere is no part of it.
 */
export const usualDeadlines = {
  app: {
    /** For everything that has to be closed at the end; then the app ends all the same. */
    closeMs: 3_000,
    /** For saves that were cut off to be mended; a drive that does not answer is left to the next start. */
    recoveryMs: 3_000,
  },
  window: {
    /** For a sign of life when it is to close; then the person is asked without it. */
    aliveMs: 3_000,
    /** For what it holds of a file; then it lets the question be, and the file is not changed. */
    bufferMs: 3_000,
    /** For that answer to arrive. */
    bufferWayMs: 500,
    /** For which documents are open in it; then extensions are told of none. */
    documentsMs: 3_000,
  },
  files: {
    /** For a file that was open at the end, on a disk that may be another computer's; then its tab says so. */
    reopenMs: 3_000,
    /** For what `.editorconfig` files say of a file, with the start of a thread; then they say nothing. A save waits. */
    rulesMs: 10_000,
    /** For the search for `workspaceContains`; then the file counts as not there. */
    containsMs: 5_000,
    /** For the search for the name of a host; then it is in no file, and the person is asked. */
    namedHostMs: 2_000,
    /** For all that a prompt mentions; then it is sent with a word that this took too long. */
    mentionsMs: 20_000,
  },
  keychain: {
    /** For the first look-up, before which nothing is unlocked; then keys are kept until the app ends. */
    probeMs: 10_000,
    /** For a row of the list of keys; then the row says that the keychain has not answered. */
    listMs: 3_000,
  },
  hosts: {
    /** For the answer to the first ping; then it counts as crashed. */
    startMs: 10_000,
    /** For an acknowledgement; then it is unresponsive. */
    silenceMs: 3_000,
    /** For its extensions to deactivate; then it is killed. */
    shutDownMs: 3_000,
    /** For an extension to activate; then it has failed. */
    activationMs: 10_000,
    /** For the last answers of an instance that is replaced; then they fail. */
    drainMs: 10_000,
    /** Between the closing of a port and the report that its process ended; then its calls fail without a reason. */
    exitReportMs: 3_000,
  },
  /** Of the process or page that a host is. */
  hostProcesses: {
    /** For what a process wrote before it ended, as its own children may hold the pipe; then it is lost. */
    lastWordsMs: 250,
    /** Between the closing of a worker's port and the report on its page; then the worker ended by itself. */
    pageReportMs: 1_000,
    /** For the inspector to be there; then a host cannot be inspected. */
    inspectorMs: 5_000,
    /** For each order of the profiler, for which script is interrupted; then a hang is not profiled. */
    profilerMs: 3_000,
  },
  providers: {
    /** For an extension to list its models, or to say whether it has a key; then it has a problem. */
    answerMs: 10_000,
    /** For an extension's own words on its page in Settings; then the page is without. */
    pageMs: 5_000,
    /** For a test that a person asks for; then it has failed. */
    testMs: 30_000,
    /** For an extension to count tokens; then they are estimated. */
    tokensMs: 3_000,
    /** For an extension to describe the cache of a model; then nothing is cached. */
    cacheMs: 1_000,
  },
};

type Table = typeof usualDeadlines;
export type Deadlines = { readonly [G in keyof Table]: Readonly<Table[G]> };

/** All of them so many times as long. */
export function patient(deadlines: Deadlines, times: number): Deadlines {
  const longer = (group: object) => Object.fromEntries(Object.entries(group).map(([name, ms]) => [name, ms * times]));
  return Object.fromEntries(Object.entries(deadlines).map(([name, group]) => [name, longer(group)])) as Deadlines;
}

/**
 * How many times as long they are to be.
 * @param setting a number from 1 to 100; undefined: nobody set it
 * @param refuse hears why it does not count
 */
export function patienceOf(setting: string | undefined, refuse: (sentence: string) => void): number {
  if (setting === undefined) return 1;
  const times = Number(setting);
  if (setting.trim() !== '' && times >= 1 && times <= 100) return times;
  refuse(`OUTRIGGER_PATIENCE is “${setting}”, which is not a number from 1 to 100: deadlines are as usual.`);
  return 1;
}
