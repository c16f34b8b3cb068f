import type { ToolResult, ToolUse } from '../contract/provider.ts';
import type { ToolRunState } from '../contract/tool.ts';
import { wordOf } from './markdown-text.ts';

/** The arguments of a call, which are a JSON object; without any text there are none. null: they cannot be read. */
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

/** A call as it goes back to its model. Services refuse arguments that are no object, and those were never used. */
export const sentToolUse = (toolUse: ToolUse): ToolUse => ({
  ...toolUse,
  input: toolUse.input.trim() !== '' && readInput(toolUse.input) ? toolUse.input : '{}',
});

/** What the model is told of a call. Every call has a result, also one that was never run. */
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

/** How a call stands, in a few words of Markdown. */
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
