import type { Registering } from '../../../shared/contract/extensions/manifest.ts';
import { singleLine } from '../../../shared/harmless-text.ts';
import type { ScriptContributionKind, ScriptContributions } from './script-contributions.ts';
import { manifestModel } from './script-provider.ts';
import { toolSchema } from './tool-schema.ts';

/** What a script has registered, by kind and name. */
export type KnownContributions = { readonly [K in ScriptContributionKind]: Map<string, ScriptContributions[K]> };

/** The same in the form of a manifest. */
export function manifestTables(known: KnownContributions): Registering {
  const commands = [...known.command.values()];
  const tools = [...known.tool.values()].map(({ name, description, parameters, read_only }) => {
    const input_schema = toolSchema(parameters) as typeof parameters;
    return [name, { description, input_schema, read_only }] as const;
  });
  const providers = [...known.provider.values()].map(({ id, name, models }) => {
    const named = models.map((model) => manifestModel({ ...model, name: label(model.name ?? model.id, model.id) }));
    return [id, { name: label(name, id), models: named }] as const;
  });
  const events = [...known.event.values()].flatMap(({ event }) => (event === 'session_shutdown' ? [] : [event]));
  return {
    tools: Object.fromEntries(tools),
    commands: Object.fromEntries(commands.map(({ name, description }) => [name, { title: label(description, name) }])),
    slash_commands: Object.fromEntries(
      commands.map(({ name, description, argument_hint }) => [
        name,
        { description: label(description, name), argument: label(argument_hint, '').slice(0, 80) },
      ]),
    ),
    events: Object.fromEntries(events.map((event) => [event, {}])),
    language_model_providers: Object.fromEntries(providers),
  };
}

/** A text as the manifest has labels: one line, without hidden marks, at most 200 characters. */
const label = (text: string, other: string): string => singleLine(text).replace(/\s+/g, ' ').slice(0, 200) || other;
