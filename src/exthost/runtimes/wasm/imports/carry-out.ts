import { logFailure } from '../../../api/log.ts';
import type { Answer } from '../answer-memory.ts';
import { appImports } from './app-imports.ts';
import type { ComponentImport, ComponentImports, ImportScope } from './component-import.ts';
import { httpImports } from './http-imports.ts';
import { providerImports } from './provider-imports.ts';

const imports: ComponentImports = { ...appImports, ...httpImports, ...providerImports };
const stopped = 'stopped';

/** Carries out what a component asks for. A stop does not wait for it. Never rejects. */
export async function carryOut(scope: ImportScope, name: string, args: readonly unknown[]): Promise<Answer> {
  const asked: ComponentImport | undefined = Object.hasOwn(imports, name) ? imports[name] : undefined;
  if (!asked) return { error: `The app does not have ${name}` };
  const hasError = !('otherwise' in asked);
  const { signal, outcome, context } = scope;
  try {
    if (signal.aborted && hasError) throw new Stopped();
    return { value: await orStopped(asked.run(scope, args), signal) };
  } catch (thrown) {
    if (thrown instanceof Stopped) return hasError ? { error: stopped } : { value: asked.otherwise };
    outcome.threw(thrown);
    if (hasError) return { error: thrown instanceof Error ? thrown.message : String(thrown) };
    logFailure(context.log, name, thrown);
    return { value: asked.otherwise };
  }
}

class Stopped extends Error {}

async function orStopped<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  // Whoever stops does not wait for how it ends.
  work.catch(() => undefined);
  let stop = () => {};
  const whenStopped = new Promise<never>((_resolve, reject) => {
    stop = () => reject(new Stopped());
    if (signal.aborted) return;
    signal.addEventListener('abort', stop);
  });
  try {
    return await Promise.race([work, whenStopped]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}
