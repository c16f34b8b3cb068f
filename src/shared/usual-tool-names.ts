/** Names that files of agents and scripts usually have for tools of the app, by what models are told. */
export const usualToolNames: ReadonlyMap<string, string> = new Map([
  ['workspace_tools__run_command', 'bash'],
  ['workspace_tools__read_file', 'read'],
  ['workspace_tools__create_file', 'write'],
  ['workspace_tools__edit_file', 'edit'],
  ['workspace_tools__list_directory', 'ls'],
  ['workspace_tools__find_files', 'find'],
  ['workspace_tools__search_text', 'grep'],
]);
