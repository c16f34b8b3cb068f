import type { ToolResult, ToolUse } from '../../shared/contract/provider.ts';
import { formatBytes } from '../../shared/contract/size-limits.ts';
import type { ToolRunState } from '../../shared/contract/tool.ts';

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

/** An output that is not too long, else its beginning with a note. @param most bytes */
export function cutOutput(output: string, most: number): string {
  const bytes = Buffer.byteLength(output);
  if (bytes <= most) return output;
  const all = `${Math.ceil(bytes / 1024)} KB`;
  return `${firstBytes(output, most)}\n\n[The output was cut here: this is the first ${formatBytes(most)} of ${all}.]`;
}

/** The beginning of a text, at most so many bytes of it; a letter that the cut goes through is left out. */
export const firstBytes = (text: string, most: number): string =>
  new TextDecoder('utf-8', { ignoreBOM: true }).decode(Buffer.from(text.slice(0, most)).subarray(0, most), {
    stream: true,
  });
