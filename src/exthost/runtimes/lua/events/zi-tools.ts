type Input = Readonly<Record<string, unknown>>;

/** zi's name of one of the app's tools, and of its arguments that have another. */
interface ZiTool {
  readonly name: string;
  readonly keys?: Readonly<Record<string, string>>;
}

/** The app's tools that zi has too, by their names after `prefix`: scripts look for these. */
const prefix = 'workspace_tools__';
const tools: Readonly<Record<string, ZiTool>> = {
  run_command: { name: 'bash', keys: { line: 'command' } },
  read_file: { name: 'read' },
  create_file: { name: 'write', keys: { text: 'content' } },
  edit_file: { name: 'edit' },
  list_directory: { name: 'ls' },
  find_files: { name: 'find', keys: { glob: 'pattern' } },
  search_text: { name: 'grep', keys: { text: 'pattern' } },
};

/** @param name as models are told it: that of the extension goes before it */
function toolOf(name: string): ZiTool {
  const own = name.startsWith(prefix) ? name.slice(prefix.length) : '';
  if (Object.hasOwn(tools, own)) return tools[own] as ZiTool;
  const [, short = name] = /__(.+)$/s.exec(name) ?? [];
  return { name: short };
}

const renamed = (input: Input, names: ReadonlyMap<string, string>): Input =>
  Object.fromEntries(Object.entries(input).map(([key, value]) => [names.get(key) ?? key, value]));

export const ziToolName = (name: string): string => toolOf(name).name;

/** The arguments of a call by the keys that scripts know, and back. */
export const ziInput = (name: string, input: Input): Input =>
  renamed(input, new Map(Object.entries(toolOf(name).keys ?? {})));
export const ourInput = (name: string, input: Input): Input =>
  renamed(input, new Map(Object.entries(toolOf(name).keys ?? {}).map(([ours, theirs]) => [theirs, ours])));
