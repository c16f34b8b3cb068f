/** The pages of Settings that are always there, by their titles. */
export const pageTitles = {
  appearance: 'Appearance',
  editor: 'Editor',
  keyboard: 'Keyboard',
  agent: 'Threads',
  agents: 'External agents',
  approvals: 'Approvals',
  extensions: 'Extensions',
  keys: 'Keys',
} as const;

export type FixedPage = keyof typeof pageTitles;

/** A page as a sentence names it: "Settings, Threads". */
export const inSettings = (page: FixedPage): string => `Settings, ${pageTitles[page]}`;
