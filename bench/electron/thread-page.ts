import { setTimeout as delay } from 'node:timers/promises';
import type { DevtoolsSession } from './devtools-session.ts';

/** Cost of scrolling through a thread: tasks of the page’s main thread, by the processor time that they took. */
export interface Scrolling {
  readonly frames: number;
  /** Longer than 16 ms. */
  readonly slowFrames: number;
  /** Milliseconds. */
  readonly worstFrame: number;
  /** Milliseconds of work in a frame, all in all. */
  readonly meanWork: number;
}

interface TraceEvent {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  /** Microseconds. */
  readonly dur?: number;
  /** Microseconds of the thread's own time: another program on the same processor is no fault of the page. */
  readonly tdur?: number;
  readonly args?: { readonly name?: string };
}

const slowFrame = 16;
/** Pause in which running work ends; the engine collects its garbage 8 s after the work. */
const restSeconds = 10;
const idleSeconds = 5;

/** Moves the pointer onto something. @param element an expression */
export async function point(session: DevtoolsSession, element: string): Promise<void> {
  const { x, y } = await session.evaluate<{ x: number; y: number }>(`(() => {
    const { left, top, width, height } = (${element}).getBoundingClientRect();
    return { x: left + width / 2, y: top + height / 2 };
  })()`);
  await session.send('Input.dispatchMouseEvent', { type: 'mouseMoved', x, y });
}

/** Milliseconds from a click until the last words are painted in the view. @param scroller selects what scrolls */
export const timeToOpen = (
  session: DevtoolsSession,
  click: string,
  scroller: string,
  lastWords: string,
): Promise<number> =>
  session.evaluate(`new Promise((resolve) => {
    const began = performance.now();
    (${click}).click();
    const look = () => {
      const view = document.querySelector(${JSON.stringify(scroller)});
      const box = view?.getBoundingClientRect();
      const words = view && document.createTreeWalker(view, NodeFilter.SHOW_TEXT);
      let isThere = false;
      // From its end: the last words are among the last texts.
      if (words) for (let node = words.lastChild() && words.currentNode, looked = 0; node && looked < 60; node = words.previousNode(), looked++) {
        if (!node.data.includes(${JSON.stringify(lastWords)})) continue;
        const range = document.createRange();
        range.setStart(node, node.data.indexOf(${JSON.stringify(lastWords)}));
        range.setEnd(node, range.startOffset + 1);
        const { top, height } = range.getBoundingClientRect();
        isThere = height > 0 && top >= box.top && top < box.bottom;
        break;
      }
      if (!isThere) return requestAnimationFrame(look);
      const { port1, port2 } = new MessageChannel();
      // Sent within a frame, it arrives when the frame is done.
      port1.onmessage = () => resolve(performance.now() - began);
      port2.postMessage(null);
    };
    requestAnimationFrame(look);
  })`);

/** Scrolls up through all of it by the wheel, a step a frame. */
export async function scrollThrough(session: DevtoolsSession, scroller: string, step: number): Promise<Scrolling> {
  const view = `document.querySelector(${JSON.stringify(scroller)})`;
  await session.evaluate(`{
    window.frames_ = { count: 0, isOn: true };
    const frame = () => {
      frames_.count++;
      if (frames_.isOn) requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
  }`);
  const { x, y } = await session.evaluate<{ x: number; y: number }>(`(() => {
    const { left, top, width, height } = ${view}.getBoundingClientRect();
    return { x: left + width / 2, y: top + height / 2 };
  })()`);
  const tasks = await traceTasks(session, async () => {
    const isDone = () => session.evaluate<boolean>(`${view}.scrollTop <= 0`);
    for (let count = 1; count % 50 !== 0 || !(await isDone()); count++) {
      await session.send('Input.dispatchMouseEvent', { type: 'mouseWheel', x, y, deltaX: 0, deltaY: -step });
    }
  });
  const frames = await session.evaluate<number>(`{ frames_.isOn = false; frames_.count }`);
  return {
    frames,
    slowFrames: tasks.filter((took) => took > slowFrame).length,
    worstFrame: tasks.reduce((worst, took) => Math.max(worst, took), 0),
    meanWork: tasks.reduce((sum, took) => sum + took, 0) / frames,
  };
}

/** @returns how long each task of the page's main thread took meanwhile, in milliseconds */
async function traceTasks(session: DevtoolsSession, work: () => Promise<void>): Promise<number[]> {
  const events: TraceEvent[] = [];
  session.on<{ value: TraceEvent[] }>('Tracing.dataCollected', ({ value }) => events.push(...value));
  const isComplete = new Promise<void>((resolve) => session.on('Tracing.tracingComplete', () => resolve()));
  const traceConfig = { includedCategories: ['toplevel', '__metadata'], recordMode: 'recordUntilFull' };
  await session.send('Tracing.start', { transferMode: 'ReportEvents', traceConfig });
  await work();
  await session.send('Tracing.end');
  await isComplete;
  const threadOf = ({ pid, tid }: TraceEvent) => `${pid} ${tid}`;
  const isTask = ({ name, tdur }: TraceEvent) => name === 'ThreadControllerImpl::RunTask' && tdur !== undefined;
  const names = events.filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain');
  const totals = new Map(names.map((event) => [threadOf(event), [] as number[]]));
  // The thread's clock leaps by 10 ms at times on a virtual machine; no task works longer than it lasts.
  const workOf = ({ dur = 0, tdur = 0 }: TraceEvent) => Math.min(dur, tdur) / 1000;
  for (const event of events) if (isTask(event)) totals.get(threadOf(event))?.push(workOf(event));
  // Other pages of the app are idle.
  const busiest = [...totals.values()].sort((one, other) => other.length - one.length)[0];
  if (!busiest) throw new Error('the trace has no main thread of a page');
  return busiest;
}

/** Milliseconds that the main thread is busy in a second while nobody does anything. */
export async function idleWork(session: DevtoolsSession): Promise<number> {
  // A cursor that blinks is work of its own.
  await session.evaluate('document.activeElement?.blur()');
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  await delay(restSeconds * 1000);
  const before = await metric(session, 'TaskDuration');
  await delay(idleSeconds * 1000);
  return ((await metric(session, 'TaskDuration')) - before) * (1000 / idleSeconds);
}

export interface Memory {
  /** Megabytes, after a collection. */
  readonly heap: number;
  readonly nodes: number;
}

export async function memoryOf(session: DevtoolsSession): Promise<Memory> {
  await session.send('HeapProfiler.collectGarbage');
  return { heap: (await metric(session, 'JSHeapUsedSize')) / 1e6, nodes: await metric(session, 'Nodes') };
}

async function metric(session: DevtoolsSession, wanted: string): Promise<number> {
  const { metrics } = await session.send<{ metrics: { name: string; value: number }[] }>('Performance.getMetrics');
  return metrics.find(({ name }) => name === wanted)?.value ?? Number.NaN;
}
