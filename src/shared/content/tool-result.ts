import type { ToolResult, ToolUse } from '../contract/provider.ts';
import type { ToolRunState, ToolRunView } from '../contract/tool.ts';
import { wordOf } from './markdown-text.ts';

/** Parses the arguments of a call, a JSON object; empty text means no arguments. null: they cannot be read. */
export function readInput(input: string): Record<string, unknown> | null {
  if (input.trim() === '') return {};
  try {
    const value: unknown = JSON.parse(input);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null;
  } catch {
    return null;
  }
}

/** A call as it is sent back to its model. Services refuse arguments that are no object; a call with such never ran. */
export const sentToolUse = (toolUse: ToolUse): ToolUse => ({
  ...toolUse,
  input: toolUse.input.trim() !== '' && readInput(toolUse.input) ? toolUse.input : '{}',
});

/** The result of a call for its model. Every call has one, even if it never ran. */
export function toolResult({ id, name }: ToolUse, state: ToolRunState | undefined): ToolResult {
  const result = (value: string, isError: boolean): ToolResult => ({
    toolUseId: id,
    toolName: name,
    isError,
    content: { type: 'text', value },
  });
  switch (state?.type) {
    case 'done':
      return result(state.output, state.isError);
    case 'denied':
      return result(
        `${state.reason ?? 'The person did not allow this call.'} Do not repeat it unless they ask for it.`,
        true,
      );
    case 'failed':
      return result(state.reason, true);
    case 'waiting':
    case 'running':
    case undefined:
      return result('It was not run.', true);
  }
}

/** The state of a call, in a few words of Markdown. */
export function formatRunState(state: ToolRunState | undefined): string {
  switch (state?.type) {
    case 'done':
      return state.isError ? 'failed' : 'done';
    case 'denied':
      return 'not allowed';
    case 'failed':
      return wordOf(state.reason);
    case 'waiting':
      return 'waits for permission';
    case 'running':
      return 'is running';
    case undefined:
      return 'not run';
  }
}

/** A call with the arguments with which it runs: extensions may have had others than the model. */
export const callAsRun = (toolUse: ToolUse, run: Pick<ToolRunView, 'input'> | undefined): ToolUse =>
  run?.input === undefined ? toolUse : { ...toolUse, input: run.input };
