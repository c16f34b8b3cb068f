import { z } from 'zod/mini';

/** The setting `agent_servers`, by names that the person gives; rows of Zed are taken as they are. */

/** What reaches a process must not have the character that ends its texts. */
export const processText = z.string().check(z.maxLength(32_768), z.regex(/^[^\0]*$/));
/** Found in the PATH, or of one place: a path within whatever folder is open would be a program of that folder. */
export const isCommand = (text: string): boolean => !/[/\\]/.test(text) || /^(?:~?[/\\]|[A-Za-z]:[/\\])/.test(text);

export const environmentSchema = z.record(z.string().check(z.regex(/^[^=\0]{1,500}$/)), processText);

export const agentServerSettingSchema = z
  .looseObject({
    /** `custom`: a command. `registry` and `extension`: what is added to the agent of this id from there. */
    type: z.exactOptional(z.enum(['custom', 'registry', 'extension'])),
    /** Id of the extension that brings it: another one may have an agent of the same id, and gets nothing that was meant for this one. */
    extension: z.exactOptional(z.string().check(z.minLength(1), z.maxLength(200))),
    /** Shown instead of the key. */
    name: z.exactOptional(z.string().check(z.minLength(1), z.maxLength(200))),
    command: z.exactOptional(processText),
    args: z.exactOptional(z.array(processText).check(z.maxLength(1000))),
    env: z.exactOptional(environmentSchema),
    /** The newest version of the protocol that it is asked for; 1 unless told otherwise, as 2 is a preview. */
    protocol: z.exactOptional(z.union([z.literal(1), z.literal(2)])),
  })
  .check(
    z.refine(({ type = 'custom', command = '' }) => type !== 'custom' || (command !== '' && isCommand(command)), {
      path: ['command'],
      error: 'Name a program that is found in the PATH, or its absolute path. Until then this agent is left out.',
    }),
    z.refine(({ type, extension }) => type !== 'extension' || extension !== undefined, {
      path: ['extension'],
      error:
        'Name the extension that this agent comes from, by its id: "extension": "…". Until then nothing of this row goes to an agent.',
    }),
  );

export const agentServersSettingSchema = z.record(
  z.string().check(z.minLength(1), z.maxLength(200)),
  agentServerSettingSchema,
);

export type AgentServerSetting = Readonly<{
  type?: 'custom' | 'registry' | 'extension';
  extension?: string;
  name?: string;
  command?: string;
  args?: readonly string[];
  env?: Readonly<Record<string, string>>;
  protocol?: 1 | 2;
}>;
export type AgentServersSetting = Readonly<Record<string, AgentServerSetting>>;
