import { abortable } from '../../../../shared/bounded.ts';
import type { HostFunction } from '../../../../shared/extensions/component-imports.ts';
import { logFailure } from '../../../api/log.ts';
import type { Answer } from '../answer-memory.ts';
import { appImports } from './app-imports.ts';
import type { ComponentImport, ComponentImports, ImportScope } from './component-import.ts';
import { httpImports } from './http-imports.ts';
import { providerImports } from './provider-imports.ts';
import { githubImports } from './zed/github-imports.ts';
import { nodejsImports } from './zed/nodejs-imports.ts';
import { platformImports } from './zed/platform-imports.ts';
import { worldImports } from './zed/world-imports.ts';

const imports: ComponentImports & Readonly<Record<HostFunction, ComponentImport>> = {
  ...appImports,
  ...httpImports,
  ...providerImports,
  ...worldImports,
  ...platformImports,
  ...githubImports,
  ...nodejsImports,
};
const stopped = 'stopped';

/** Carries out what a component asks for. A stop does not wait for it. Never rejects. */
export async function carryOut(scope: ImportScope, name: string, args: readonly unknown[]): Promise<Answer> {
  const asked: ComponentImport | undefined = Object.hasOwn(imports, name) ? imports[name] : undefined;
  if (!asked) return { error: `The app does not have ${name}` };
  const hasError = !('otherwise' in asked);
  const { signal, outcome, context } = scope;
  if (signal.aborted && hasError) return { error: stopped };
  try {
    const work = asked.run(scope, args);
    return { value: await (signal.aborted ? work : abortable(work, signal)) };
  } catch (thrown) {
    if (signal.aborted) return hasError ? { error: stopped } : { value: asked.otherwise };
    outcome.threw(thrown);
    if (hasError) return { error: thrown instanceof Error ? thrown.message : String(thrown) };
    logFailure(context.log, name, thrown);
    return { value: asked.otherwise };
  }
}
