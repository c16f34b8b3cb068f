/**
 * Parts of a folder that need trust: `AGENTS.md`, `.agents/skills`, and in `.outrigger` the folders `extensions`, `prompts`,
 * `skills` and `agents`, and `settings.json`.
 */
export type Brought = 'extensions' | 'rules' | 'prompts' | 'skills' | 'agents' | 'settings';

const broughtWords = {
  extensions: 'extensions',
  rules: 'rules for models',
  prompts: 'prompts',
  skills: 'skills',
  agents: 'agents',
  settings: 'settings',
} as const;

/** Such as "extensions and prompts". */
export const formatBrought = (brings: readonly Brought[]): string =>
  brings
    .map((each) => broughtWords[each])
    .join(', ')
    .replace(/, ([^,]*)$/, ' and $1');
