import { toFailure } from '../../shared/contract/errors.ts';
import type { ToolUse } from '../../shared/contract/provider.ts';
import { type ContributedTool, type ToolRunState, toolOutputSchema } from '../../shared/contract/tool.ts';
import { abortable } from '../providers/bounded.ts';
import type { OfferedTools } from './offered-tools.ts';
import { cutOutput, readInput } from './tool-result.ts';

/** What the calls of one answer need. */
export interface ToolCalls {
  readonly offered: OfferedTools;
  isAllowed(tool: ContributedTool): boolean;
  /** Waits for a person's decision; rejects when the signal aborts. */
  ask(toolUseId: string, tool: ContributedTool, signal: AbortSignal): Promise<boolean>;
  /** Runs a tool in its extension, whose answer is not checked yet. */
  run(tool: ContributedTool, input: unknown, signal: AbortSignal): Promise<unknown>;
}

/**
 * Asks for one call and runs it. Never rejects: whatever happens is a state, for the panel and for the model.
 * @param report told every state that the call comes to, the last one as well
 * @param stopped says why, when the signal aborted
 */
export async function runToolCall(
  { id, name, input: text }: ToolUse,
  calls: ToolCalls,
  report: (state: ToolRunState, tool: ContributedTool | undefined) => void,
  signal: AbortSignal,
  stopped: () => string,
): Promise<ToolRunState> {
  const tool = calls.offered.get(name);
  const end = (state: ToolRunState): ToolRunState => {
    report(state, tool);
    return state;
  };
  if (!tool) return end(failed(`There is no tool of the name “${name}”.`));
  const input = readInput(text);
  if (!input) return end(failed('The arguments are not a JSON object, so it was not run.'));
  try {
    if (!calls.isAllowed(tool)) {
      report({ type: 'waiting' }, tool);
      if (!(await calls.ask(id, tool, signal))) return end({ type: 'denied' });
    }
    report({ type: 'running' }, tool);
    return end(stateOf(tool, await abortable(calls.run(tool, input, signal), signal)));
  } catch (thrown) {
    return end(failed(signal.aborted ? stopped() : toFailure(thrown).message));
  }
}

function stateOf(tool: ContributedTool, answer: unknown): ToolRunState {
  const output = toolOutputSchema.safeParse(answer);
  if (!output.success)
    return failed(`${tool.extensionName} gave an output that is neither text nor { text, isError }.`);
  const { text, isError = false } = typeof output.data === 'string' ? { text: output.data } : output.data;
  return { type: 'done', output: cutOutput(text), isError };
}

const failed = (reason: string): ToolRunState => ({ type: 'failed', reason });
