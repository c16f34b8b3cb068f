/**
 * What of the app's own an extension reaches once a person lets it, with the words for it: “Let it read your threads?”.
 * Who may change threads, or steer models, may read them.
 */
export const accessDeeds = {
  'read-threads': 'read your threads',
  'change-threads': 'change your threads',
  'steer-models': 'change what models are sent and what they do',
  'ask-models': 'ask your models',
  'spawn-threads': 'begin threads of its own',
} as const;

export type Access = keyof typeof accessDeeds;
export const accesses = Object.keys(accessDeeds) as readonly Access[];
