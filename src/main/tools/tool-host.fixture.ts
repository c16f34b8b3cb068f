import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { ToolRule } from '../../shared/contract/tool.ts';
import { type ChangeService, createChangeService } from '../changes/change-service.ts';
import { usualDeadlines } from '../deadlines.ts';
import type { CallPlace } from './call-run.ts';
import { createToolHost, type RunTool, type ToolHost, type ToolHostDeps } from './tool-host.ts';

/** A change service with a folder of its own. */
export function changesIn(root: () => string | null): ChangeService {
  const directory = mkdtempSync(join(tmpdir(), 'outrigger-checkpoints-'));
  const changes = createChangeService({
    directory,
    root,
    publish: () => {},
    openPaths: () => [],
    readingOf: () => undefined,
    saveDocument: () => Promise.reject(new Error('No document is open.')),
    deadlines: usualDeadlines.window,
    onProblem: () => {},
  });
  onTestFinished(async () => {
    await changes.close();
    rmSync(directory, { recursive: true, force: true });
  });
  return changes;
}

const noTool: RunTool = () => Promise.reject(new Error('There is no tool.'));

/** A tool host, by default without rules. */
export function toolHostOf({ runTool = noTool, ...more }: Partial<ToolHostDeps> & { runTool?: RunTool } = {}) {
  const rules: ToolRule[] = [];
  const host = createToolHost({
    root: () => null,
    askInDialog: async () => null,
    rules: () => rules,
    isTrusted: async () => true,
    addRules: (added) => void rules.push(...added),
    changes: more.changes ?? changesIn(() => null),
    fetchPage: () => Promise.reject(new Error('There is no network.')),
    diagnostics: async () => [],
    skills: async () => [],
    environment: async () => process.env,
    protectedPaths: [],
    ...more,
  });
  onTestFinished(() => host.close());
  return { ...host, callsOf: (at: CallPlace): ReturnType<ToolHost['callsOf']> => host.callsOf(at, runTool) };
}
