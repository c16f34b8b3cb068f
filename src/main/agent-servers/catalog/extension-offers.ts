import { join } from 'node:path';
import { isInFolder, type ManifestAgentServer } from '../../../shared/contract/extensions/manifest.ts';
import type { DiscoveredExtension } from '../../extensions/catalog/discovery.ts';
import type { AgentOffer } from './agent-offer.ts';
import { type ChosenDistribution, type Computer, chooseDistribution } from './choose-distribution.ts';

/** The agents of enabled extensions. @param iconOf sanitised SVG text of a file of an extension */
export const extensionOffers = (
  extensions: readonly Pick<DiscoveredExtension, 'manifest' | 'rootPath'>[],
  computer: Computer,
  iconOf: (rootPath: string, path: string) => string | undefined,
): AgentOffer[] =>
  extensions.flatMap(({ manifest, rootPath }) =>
    Object.entries(manifest.agent_servers).map(([id, row]): AgentOffer => {
      const { name, description = '', icon, env, keys } = row;
      const { distribution, environment } = waysOf(row, rootPath, manifest.version, computer);
      return {
        ref: { source: manifest.id, id },
        name,
        description,
        icon: icon === undefined ? undefined : iconOf(rootPath, icon),
        from: { type: 'extension', extensionId: manifest.id, extensionName: manifest.name },
        distribution,
        environment: { ...env, ...environment },
        keys,
      };
    }),
  );

function waysOf(row: ManifestAgentServer, rootPath: string, version: string, computer: Computer): ChosenDistribution {
  const { command, args, npm, uvx, targets } = row;
  const inFolder = (text: string) => (isInFolder(text) ? join(rootPath, text) : text);
  if (command !== undefined) {
    return {
      distribution: { type: 'command', command: inFolder(command), args: args.map(inFolder) },
      environment: {},
    };
  }
  const published = {
    ...(npm !== undefined && { npx: { package: npm, args, env: {} } }),
    ...(uvx !== undefined && { uvx: { package: uvx, args, env: {} } }),
    ...(targets && {
      binary: Object.fromEntries(Object.entries(targets).flatMap(([on, target]) => (target ? [[on, target]] : []))),
    }),
  };
  return chooseDistribution(published, version, computer);
}
