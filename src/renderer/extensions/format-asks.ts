import type { Ask } from '../../shared/contract/extension-state.ts';

/** What an extension asks for, one sentence each, the furthest-reaching first. */
export function formatAsk(ask: Ask): string {
  switch (ask.kind) {
    case 'takes-over':
      return `Takes the place of ${ask.name}, which comes with the app.`;
    case 'process':
      return 'Runs outside the sandbox, as a program of yours: it can read and change your files, use the network and start programs.';
    case 'workspace':
      return ask.access === 'write'
        ? 'Reads and changes the files of the open folder, and reads what you type.'
        : 'Reads the files of the open folder and what you type.';
    case 'network':
      return `Talks to ${ask.hosts.includes('*') ? 'any server' : listed(ask.hosts.map(hostInWords))}.`;
    case 'environment':
      return `Reads the environment ${ask.variables.length === 1 ? 'variable' : 'variables'} ${listed(ask.variables)}.`;
  }
}

const listed = (names: readonly string[]): string => new Intl.ListFormat('en').format(names);

/** `setting:<key>` stands for the server that the person names in a setting, with a field for those of a list. */
function hostInWords(host: string): string {
  const [, key, field] = /^setting:(\w+)(\.\w+)?$/.exec(host) ?? [];
  if (key === undefined) return host;
  return `the ${field ? 'servers' : 'server'} that you name in its setting “${key}”`;
}
