import type { Registering } from '../../../shared/contract/extensions/manifest.ts';
import type { ScriptContributionKind, ScriptContributions } from './script-contributions.ts';
import { registeredEndpoint } from './script-endpoint.ts';
import { label, manifestModel } from './script-models.ts';
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
  const providers = [...known.provider.values()].flatMap((one) =>
    'endpoint' in one
      ? []
      : [[one.id, { name: label(one.name, one.id), models: one.models.map(manifestModel) }] as const],
  );
  const endpoints = [...known.provider.values()].flatMap((one) =>
    'endpoint' in one ? [[one.id, registeredEndpoint(one)] as const] : [],
  );
  const events = [...known.event.values()].flatMap(({ event }) => (event === 'session_shutdown' ? [] : [event]));
  return {
    tools: Object.fromEntries(tools),
    commands: Object.fromEntries(commands.map(({ name, description }) => [name, { title: label(description, name) }])),
    slash_commands: Object.fromEntries(
      commands.map(({ name, description, argument_hint, complete }) => [
        name,
        {
          description: label(description, name),
          argument: label(argument_hint, complete ? '<argument>' : '').slice(0, 80),
        },
      ]),
    ),
    events: Object.fromEntries(events.map((event) => [event, {}])),
    language_model_providers: Object.fromEntries(providers),
    endpoints: Object.fromEntries(endpoints),
  };
}
