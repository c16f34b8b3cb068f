import { type Ask, askPattern } from '../../shared/contract/extensions/extension-state.ts';
import { askToRun, type HostKind } from '../../shared/contract/extensions/host-kind.ts';

/** The permissions that an extension asks for, one sentence each. @param hostKind the kind of host it would run in */
export function formatAsk(ask: Ask, hostKind: HostKind | null): string {
  switch (ask.kind) {
    case 'takes-over':
      return `Replaces ${ask.name}, which comes with the app.`;
    case 'process':
      return hostKind ? askToRun(hostKind) : '';
    case 'workspace':
      return `${
        ask.access === 'write'
          ? 'Reads and changes files in the open folder, and reads what you type.'
          : 'Reads files in the open folder and what you type.'
      } You are asked before it reads a file that may hold secrets.`;
    case 'exec':
      return 'Runs commands in the open folder. You are asked before each that none of your rules allows.';
    case 'agents':
      return `Brings ${ask.agents.length === 1 ? 'an agent, a program that runs' : 'agents, programs that run'} with the rights of your account when you ask it: ${listed(ask.agents)}.`;
    case 'network':
      return `Talks to ${listed(formatHosts(ask.hosts))}.`;
    case 'environment':
      return `Reads the environment ${ask.variables.length === 1 ? 'variable' : 'variables'} ${listed(ask.variables)}.`;
  }
}

export const listed = (names: readonly string[]): string => new Intl.ListFormat('en').format(names);

/** When every server is asked for, the only ones named besides are those the star does not cover: local addresses. */
function formatHosts(patterns: readonly string[]): string[] {
  const isEverywhere = (pattern: string) => partsOf(pattern).host === '*';
  const told = patterns.some(isEverywhere)
    ? patterns.filter((pattern) => isEverywhere(pattern) || isNearby(pattern))
    : patterns.toSorted((one, other) => Number(one === askPattern) - Number(other === askPattern));
  return [...new Set(told.map(formatHost))];
}

const isNearby = (pattern: string): boolean => /^setting:|^[^.]*$|^[\d.]+$|^\[/.test(partsOf(pattern).host);

const partsOf = (pattern: string): { scheme: string; host: string; port: string } => {
  const [, scheme = '', host = '', port = ''] =
    /^(?:(https?):\/\/)?(\[[^\]]*\]|setting:.*|[^:]*)(?::(.*))?$/.exec(pattern) ?? [];
  return { scheme, host, port };
};

/** `setting:<key>` stands for the server that the person names in a setting, with a field if that is a list. */
function formatHost(pattern: string): string {
  const [, key, field] = /^setting:(\w+)(\.\w+)?$/.exec(pattern) ?? [];
  if (key !== undefined) return `the ${field ? 'servers' : 'server'} you enter in its setting “${key}”`;
  if (pattern === askPattern) return 'servers that it names as it runs: you are asked about each';
  const { scheme, host, port } = partsOf(pattern);
  const whom = host === '*' ? 'any server' : host.startsWith('*.') ? `any server below ${host.slice(2)}` : host;
  const where = port === '*' ? 'at every port' : port === '' ? '' : `at port ${port}`;
  return [whom, where, scheme === 'http' && 'by http, which others can read'].filter(Boolean).join(' ');
}
