import { z } from 'zod/mini';
import type { InspectorSession } from '../hosts/host-process.ts';

/** Opens the inspector of a Node process to DevTools, on any free local port, until the process ends. */
const openIt = `(() => {
  const inspector = process.getBuiltinModule('node:inspector');
  if (!inspector.url()) inspector.open(0, '127.0.0.1');
  return inspector.url();
})()`;

const answer = z.object({ result: z.object({ value: z.string().check(z.startsWith('ws://127.0.0.1:')) }) });

/** @returns the address for DevTools, also while the loop hangs. @throws when the process did not open its inspector */
export async function openInspectorUrl(session: InspectorSession): Promise<string> {
  const opened = answer.safeParse(await session.send('Runtime.evaluate', { expression: openIt }));
  if (!opened.success) throw new Error('The extension host did not open its inspector');
  return opened.data.result.value;
}

/** @returns whether a line of stderr is the inspector's notice that it is open or in use, hence not an extension's */
export const isInspectorNotice = (line: string): boolean =>
  /^(?:Debugger (?:listening on ws:|attached\.)|For help, see: https:\/\/nodejs\.org\/|Waiting for the debugger )/.test(
    line,
  );
