import { z } from 'zod/mini';
import type {
  AgentCommand,
  AgentOption,
  AgentOptionValue,
} from '../../../../shared/contract/agent-servers/agent-session.ts';
import { fields, idSchema, limits, listOf, oneLine, readAs } from './fields.ts';

/** The option that stands for the modes of version 1, and the one for the models that some of its agents have. */
export const modeOption = 'session/mode';
export const modelOption = 'session/model';

/** Of all options together. */
const mostValues = 1_000;

const text = z.string().check(z.maxLength(limits.id));
const valueSchema = z.object({ value: text, name: fields.text, description: fields.text });
const groupSchema = z.object({ name: fields.text, options: z.array(z.unknown()) });
const optionSchema = z.object({
  id: fields.id,
  configId: fields.id,
  name: fields.text,
  description: fields.text,
  category: fields.id,
  type: z.enum(['select', 'boolean']),
  currentValue: z.union([text, z.boolean()]),
  options: fields.list(z.unknown()),
});

/** `configOptions` of both versions. */
function readOptions(value: unknown): AgentOption[] {
  let room = mostValues;
  const valuesOf = (told: readonly unknown[], group?: string): AgentOptionValue[] =>
    told.slice(0, room).flatMap((one) => {
      const inner = group === undefined ? readAs(groupSchema, one) : undefined;
      if (inner) return valuesOf(inner.options, oneLine(inner.name ?? '', limits.name));
      const read = room > 0 ? readAs(valueSchema, one) : undefined;
      room--;
      return read ? [shownValue(read, group)] : [];
    });
  return (readAs(listOf(optionSchema), value) ?? []).flatMap((option) => {
    const id = option.configId ?? option.id;
    if (!id || (option.type === 'boolean') !== (typeof option.currentValue === 'boolean')) return [];
    const values = valuesOf(option.options ?? []);
    return [
      {
        id,
        name: oneLine(option.name || id, limits.name),
        description: described(option.description),
        category: option.category ?? undefined,
        value: option.currentValue,
        values: option.type === 'boolean' ? [] : values,
      },
    ];
  });
}

const shownValue = (one: z.output<typeof valueSchema>, group?: string): AgentOptionValue => ({
  value: one.value,
  name: oneLine(one.name || one.value, limits.name),
  description: described(one.description),
  group: group || undefined,
});

const described = (text: string | null | undefined): string | undefined => oneLine(text ?? '') || undefined;

const modesSchema = z.object({
  currentModeId: z.string(),
  availableModes: listOf(z.object({ id: idSchema, name: fields.text, description: fields.text })),
});
/** Not in the schema of the protocol any more. */
const modelsSchema = z.object({
  currentModelId: z.string(),
  availableModels: listOf(z.object({ modelId: idSchema, name: fields.text, description: fields.text })),
});
const openedSchema = z.object({
  configOptions: fields.anything,
  modes: fields.of(modesSchema),
  models: fields.of(modelsSchema),
});

/** What a session lets a person choose, as one list however the agent tells it. */
export interface SessionOptions {
  list(): readonly AgentOption[];
  /** The answer that opened the session. */
  opened(result: unknown): void;
  /** `configOptions`, as a whole. */
  configured(value: unknown): void;
  /** @returns whether there is such an option */
  chosen(id: string, value: string | boolean): boolean;
}

export function createSessionOptions(): SessionOptions {
  let configured: readonly AgentOption[] = [];
  let others: readonly AgentOption[] = [];
  // An agent that has both tells the same twice, for older clients.
  const list = () => [
    ...others.filter(({ category }) => !configured.some((one) => one.category === category)),
    ...configured,
  ];
  return {
    list,
    opened(result) {
      const told = readAs(openedSchema, result);
      if (!told) return;
      if (told.configOptions) configured = readOptions(told.configOptions);
      const { modes, models } = told;
      const values = (
        from: readonly { name?: string | null | undefined; description?: string | null | undefined }[],
        ids: string[],
      ) => from.map(({ name, description }, index) => shownValue({ value: ids[index] ?? '', name, description }));
      others = [
        ...(modes?.availableModes.length
          ? [
              {
                id: modeOption,
                name: 'Mode',
                category: 'mode',
                value: modes.currentModeId,
                values: values(
                  modes.availableModes,
                  modes.availableModes.map(({ id }) => id),
                ),
              },
            ]
          : []),
        ...(models?.availableModels.length
          ? [
              {
                id: modelOption,
                name: 'Model',
                category: 'model',
                value: models.currentModelId,
                values: values(
                  models.availableModels,
                  models.availableModels.map(({ modelId }) => modelId),
                ),
              },
            ]
          : []),
      ];
    },
    configured(value) {
      configured = readOptions(value);
    },
    chosen(id, value) {
      const choose = (from: readonly AgentOption[]) => from.map((one) => (one.id === id ? { ...one, value } : one));
      configured = choose(configured);
      others = choose(others);
      return list().some((one) => one.id === id);
    },
  };
}

const commandsSchema = listOf(
  z.object({ name: idSchema, description: fields.text, input: fields.of(z.object({ hint: fields.text })) }),
);

/** Those that can be typed; of two of one name the first. */
export function readCommands(value: unknown): AgentCommand[] {
  const commands = new Map<string, AgentCommand>();
  for (const told of readAs(commandsSchema, value) ?? []) {
    const name = oneLine(told.name, limits.name).replace(/^\//, '');
    if (name === '' || /\s/.test(name) || commands.has(name)) continue;
    const hint = told.input ? oneLine(told.input.hint ?? '', limits.name) : undefined;
    commands.set(name, { name, description: oneLine(told.description ?? ''), hint });
  }
  return [...commands.values()];
}
