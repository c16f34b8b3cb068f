import { abortable } from '../../../shared/bounded.ts';
import {
  type ContributedSlashCommand,
  type SlashCommandResult,
  slashCommandResultSchema,
} from '../../../shared/contract/command.ts';
import { fail, ok, type Result, toFailure } from '../../../shared/contract/errors.ts';

export interface SlashCommandCalls {
  /** Slash commands that the enabled extensions declare. */
  slashCommands(): readonly ContributedSlashCommand[];
  /** Runs one in its extension, whose answer is not checked yet. */
  slashCommand(
    extensionId: string,
    id: string,
    argument: string,
    threadId: string,
    signal: AbortSignal,
  ): Promise<unknown>;
}

export interface SlashCommandAnswer {
  readonly extensionName: string;
  /** As a person types it. */
  readonly typed: string;
  readonly result: SlashCommandResult;
}

/** Runs a slash command until it answers or the signal aborts. A failure says whose it was and that the text is kept. */
export async function runSlashCommand(
  calls: SlashCommandCalls,
  extensionId: string,
  id: string,
  argument: string,
  threadId: string,
  signal: AbortSignal,
): Promise<Result<SlashCommandAnswer>> {
  const command = calls.slashCommands().find((each) => each.extensionId === extensionId && each.id === id);
  if (!command) {
    return fail('extension-disabled', `The command /${id} no longer exists. Your text is kept.`, { extensionId });
  }
  const { extensionName, name } = command;
  try {
    const answer = await abortable(calls.slashCommand(extensionId, id, argument, threadId, signal), signal);
    const result = slashCommandResultSchema.safeParse(answer);
    if (!result.success) {
      const message = `/${name} of ${extensionName} returned neither a prompt nor a reply. Your text is kept.`;
      return fail('protocol-fault', message, { extensionId, detail: result.error.issues[0]?.message });
    }
    return ok({ extensionName, typed: `/${name} ${argument}`.trimEnd(), result: result.data });
  } catch (thrown) {
    if (signal.aborted) return fail('cancelled', `/${name} was stopped. Your text is kept.`, { extensionId });
    const failure = toFailure(thrown);
    const message = `/${name}: ${failure.message}`;
    return { ok: false, failure: { ...failure, message, extensionId } };
  }
}
