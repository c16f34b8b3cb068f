import type { AgentCallPatch, AgentTerminalPatch } from '../contract/agent-servers/agent-item.ts';
import type { ShellRunEnd } from '../contract/shell-run.ts';
import type { ThreadEntry } from '../contract/thread.ts';
import type { ToolRunState } from '../contract/tool.ts';

export const prompt = (id: string, text = `prompt ${id}`): ThreadEntry => ({ kind: 'prompt', id, at: 1, text });
export const started = (id: string, promptId: string): ThreadEntry => ({
  kind: 'answer-started',
  id,
  at: 2,
  promptId,
  model: 'sample:models/one',
  modelName: 'One',
});
export const text = (answerId: string, value: string): ThreadEntry => ({ kind: 'answer-text', answerId, text: value });
export const thinking = (answerId: string, value: string): ThreadEntry => ({
  kind: 'answer-thinking',
  answerId,
  text: value,
});
export const tool = (answerId: string, id: string, input: string, isInputComplete = false): ThreadEntry => ({
  kind: 'answer-tool-use',
  answerId,
  toolUse: { id, name: 'read_file', input, isInputComplete },
});
export const run = (answerId: string, toolUseId: string, at: number, state: ToolRunState): ThreadEntry => ({
  kind: 'tool-run',
  answerId,
  toolUseId,
  at,
  tool: { extensionId: 'toolbox', extensionName: 'Toolbox', id: 'read-file', isReadOnly: true },
  state,
});
export const reply = (id: string): ThreadEntry => ({
  kind: 'command-reply',
  id,
  at: 5,
  command: '/shout hi',
  extensionName: 'Toolbox',
  text: 'HI',
});
export const shell = (id: string, isTold = true, at = 5): ThreadEntry => ({
  kind: 'shell-run',
  id,
  at,
  command: `run ${id}`,
  isTold,
});
export const shellSaid = (id: string, value: string): ThreadEntry => ({ kind: 'shell-output', id, text: value });
export const shellDone = (id: string, end: ShellRunEnd): ThreadEntry => ({ kind: 'shell-ended', id, at: 6, end });
export const retry = (answerId: string): ThreadEntry => ({
  kind: 'answer-retry',
  answerId,
  at: 6,
  failure: { code: 'network', message: 'Gone.' },
});
export const version = (id: string, replaces: string): ThreadEntry => ({
  kind: 'prompt',
  id,
  at: 1,
  text: `prompt ${id}`,
  replaces,
});
export const shown = (promptId: string): ThreadEntry => ({ kind: 'branch-shown', at: 3, promptId });
export const output = (answerId: string, toolUseId: string, value: string): ThreadEntry => ({
  kind: 'tool-output',
  answerId,
  toolUseId,
  text: value,
});
export const queued = (id: string, value = `queued ${id}`): ThreadEntry => ({
  kind: 'queue-added',
  id,
  at: 4,
  text: value,
});
export const compaction = (id: string, promptId: string): ThreadEntry => ({
  kind: 'compaction',
  id,
  at: 9,
  promptId,
  modelName: 'One',
  text: 'In short',
});
export const ended = (answerId: string): ThreadEntry => ({
  kind: 'answer-ended',
  answerId,
  at: 9,
  end: { type: 'stop', reason: 'end-turn' },
});
export const unprompted = (id: string): ThreadEntry => ({
  kind: 'answer-started',
  id,
  at: 2,
  promptId: null,
  model: 'agent/settings/one',
  modelName: 'Agent One',
});
export const agentCall = (answerId: string, id: string, more: Omit<AgentCallPatch, 'id'> = {}): ThreadEntry => ({
  kind: 'answer-agent-call',
  answerId,
  call: { id, ...more },
});
export const agentTerminal = (
  answerId: string,
  id: string,
  more: Omit<AgentTerminalPatch, 'id'> = {},
): ThreadEntry => ({
  kind: 'answer-agent-terminal',
  answerId,
  terminal: { id, ...more },
});
/** @param step of its only entry; "": it is removed */
export const agentPlan = (answerId: string, id: string, step: string): ThreadEntry => ({
  kind: 'answer-agent-plan',
  answerId,
  plan: { id, entries: step === '' ? [] : [{ content: step, priority: 'medium', state: 'pending' }] },
});
