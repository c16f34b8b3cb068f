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

export const maxArgumentOptions = 200;
/** Characters; a longer argument is not completed. */
export const maxCompletedArgument = 2000;

const argumentOptionSchema = z.object({
  /** What the person reads in the list. */
  label: z.string().check(z.minLength(1), z.maxLength(500)),
  /** The whole argument that takes the place of the typed one; absent: the label. */
  newText: z.optional(z.string().check(z.maxLength(maxCompletedArgument))),
  /** A line below the label. */
  description: z.optional(z.string().check(z.maxLength(500))),
  /** Whether taking it runs the command. */
  runs: z.optional(z.boolean()),
});
/** What an extension offers for the argument of a slash command. null: the command completes none. */
export const argumentOptionsSchema = z.nullable(
  z.readonly(z.array(argumentOptionSchema).check(z.maxLength(maxArgumentOptions))),
);
export type ArgumentOption = z.output<typeof argumentOptionSchema>;
export type ArgumentOptions = z.output<typeof argumentOptionsSchema>;
