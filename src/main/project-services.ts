import { join } from 'node:path';
import { FailureError } from '../shared/contract/errors.ts';
import { maxToolRules } from '../shared/contract/tool.ts';
import type { AiServicesDeps } from './ai-services-contract.ts';
import { type ChangeService, createChangeService } from './changes/change-service.ts';
import { createDiagnostics } from './context/diagnostics.ts';
import { fetchPage } from './context/pages/fetch-page.ts';
import { warn } from './notices/notice-board.ts';
import { tellPlaceless } from './tools/rules/rule-places.ts';
import { createToolHost, type ToolHost, type ToolHostDeps } from './tools/tool-host.ts';

export type ProjectServicesDeps = AiServicesDeps & Pick<ToolHostDeps, 'askInDialog' | 'skills' | 'environment'>;

export interface ProjectServices {
  readonly changes: ChangeService;
  readonly diagnostics: ReturnType<typeof createDiagnostics>;
  readonly tools: ToolHost;
}

/** Wires the tools, and the record of their changes. */
export function createProjectServices(deps: ProjectServicesDeps): ProjectServices {
  const { settings, notices, openDocuments } = deps;
  const { userData } = deps.installation;
  const changes = createChangeService({
    directory: join(userData, 'checkpoints'),
    root: deps.workspacePath,
    publish: deps.publish,
    openPaths: openDocuments.openPaths,
    readingOf: openDocuments.readingOf,
    saveDocument: openDocuments.write,
    deadlines: deps.deadlines.window,
    onProblem: (sentence) => warn(notices, sentence),
  });
  const diagnostics = createDiagnostics({ readText: changes.readText, openPaths: openDocuments.openPaths });
  const tools = createToolHost({
    root: deps.workspacePath,
    askInDialog: deps.askInDialog,
    rules: () => settings.get().toolRules,
    isTrusted: deps.isTrusted,
    addRules(added) {
      const saved = settings.update((present) => ({
        ...present,
        toolRules: [...present.toolRules, ...added].slice(-maxToolRules),
      }));
      if (!saved.ok) throw new FailureError(saved.failure);
    },
    changes,
    fetchPage,
    diagnostics,
    skills: deps.skills,
    environment: deps.environment,
    protectedPaths: [userData],
  });
  const placeless = tellPlaceless(settings.get().toolRules);
  if (placeless !== null) warn(notices, placeless);
  return { changes, diagnostics, tools };
}
