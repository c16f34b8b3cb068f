import { z } from 'zod/mini';

/** Commands and slash commands that manifests declare. They are offered before their extension is loaded. */

export interface ContributedCommand {
  readonly extensionId: string;
  readonly extensionName: string;
  readonly id: string;
  readonly title: string;
}

export interface ContributedSlashCommand {
  readonly extensionId: string;
  readonly extensionName: string;
  readonly id: string;
  /** The text after "/": the id; of the second extension with the same one `id:2`, and so on. */
  readonly name: string;
  readonly description: string;
  /** A hint for its argument, such as "<path>"; "" if it takes none. */
  readonly argument: string;
}

/** `prompt` is sent to the model as the person's prompt; `reply` is shown in the thread, and sent to nobody. */
export const slashCommandResultSchema = z.union([
  z.object({ prompt: z.string().check(z.minLength(1), z.maxLength(1_000_000)) }),
  z.object({ reply: z.string().check(z.maxLength(1_000_000)) }),
]);
export type SlashCommandResult = z.output<typeof slashCommandResultSchema>;
