import { usualToolNames } from '../../../../shared/usual-tool-names.ts';

type Input = Readonly<Record<string, unknown>>;
type Keys = readonly (readonly [ours: string, theirs: string])[];

/** Arguments of the app's tools that zi has by other names, by zi's name of the tool. */
const keysOfTools = new Map<string, Keys>([
  ['bash', [['line', 'command']]],
  ['write', [['text', 'content']]],
  ['find', [['glob', 'pattern']]],
  ['grep', [['text', 'pattern']]],
]);

const keysOf = (name: string): Keys => keysOfTools.get(usualToolNames.get(name) ?? '') ?? [];

/** Renamed keys come last: of two things with one name the tool takes that one. */
function renamed(input: Input, names: ReadonlyMap<string, string>): Input {
  const all = Object.entries(input).sort(([one], [other]) => Number(names.has(one)) - Number(names.has(other)));
  return Object.fromEntries(all.map(([key, value]) => [names.get(key) ?? key, value]));
}

/** @param name as models are told it: that of the extension goes before it */
export const ziToolName = (name: string): string => usualToolNames.get(name) ?? /__(.+)$/s.exec(name)?.[1] ?? name;

/** Which call it is. `tool_id`: the name as models are told it. */
export const ziCalled = (id: string, name: string) => ({
  tool_call_id: id,
  tool_name: ziToolName(name),
  tool_id: name,
});

/** The arguments of a call by the keys that scripts know, and back. */
export const ziInput = (name: string, input: Input): Input => renamed(input, new Map(keysOf(name)));
export const ourInput = (name: string, input: Input): Input =>
  renamed(input, new Map(keysOf(name).map(([ours, theirs]) => [theirs, ours])));
