import type { AgentServersSetting } from '../../../shared/contract/agent-servers/agent-server-setting.ts';
import type { AgentOffer } from './agent-offer.ts';

/** The agents that the person's settings start by a command. */
export const settingOffers = (setting: AgentServersSetting): AgentOffer[] =>
  Object.entries(setting).flatMap(([id, { type = 'custom', name, command, args = [], env = {}, protocol }]) => {
    if (type !== 'custom' || command === undefined) return [];
    return {
      ref: { source: 'settings', id },
      name: name ?? id,
      description: '',
      from: { type: 'settings' },
      distribution: { type: 'command', command, args },
      environment: env,
      keys: {},
      protocol,
    };
  });

/** With what the settings add to an agent that comes from elsewhere. */
export function withSettings(offer: AgentOffer, setting: AgentServersSetting): AgentOffer {
  const { from } = offer;
  const row = Object.hasOwn(setting, offer.ref.id) ? setting[offer.ref.id] : undefined;
  if (row?.type === undefined || row.type !== from.type) return offer;
  if (from.type === 'extension' && row.extension !== from.extensionId) return offer;
  const { name = offer.name, protocol } = row;
  return { ...offer, name, protocol, environment: { ...offer.environment, ...row.env } };
}
