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
  /** What is typed after "/": the id, or `extension:id` when two extensions declare the same one. */
  readonly name: string;
  readonly description: string;
  /** A hint for what may follow, such as "<path>"; "" when nothing is expected. */
  readonly argument: string;
}

/** `prompt` is sent to the model in the person's name; `reply` is shown in the thread and sent to nobody. */
export const slashCommandResultSchema = z.union([
  z.object({ prompt: z.string().check(z.minLength(1), z.maxLength(1_000_000)) }),
  z.object({ reply: z.string().check(z.maxLength(1_000_000)) }),
]);
export type SlashCommandResult = z.output<typeof slashCommandResultSchema>;
