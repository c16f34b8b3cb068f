import type { AgentServerSnapshot } from '../../../shared/contract/agent-servers/agent-server.ts';
import {
  formatModelRef,
  type ModelInfo,
  type ProviderSnapshot,
  parseModelRef,
} from '../../../shared/contract/provider.ts';
import { pageTitles } from '../../../shared/contract/settings/page-titles.ts';

export interface ModelOption {
  /** Key of the row, without spaces; a favourite has two rows. */
  readonly key: string;
  /** Reference of a model or an agent server, or `moreAgents`. */
  readonly ref: string;
  readonly name: string;
  /** Absent for agents, and while the provider lists no models. */
  readonly info?: ModelInfo | undefined;
  readonly isFavourite: boolean;
  readonly canBeFavourite: boolean;
  /** Who offers it, with the icon; "" for the app itself. */
  readonly of: string;
  readonly icon?: string | undefined;
}

export interface ModelGroup {
  readonly key: string;
  readonly title: string;
  /** null: the favourites, of all providers, and the agents. */
  readonly provider: ProviderSnapshot | null;
  readonly options: readonly ModelOption[];
}

/** Stands for the page of agents in Settings. */
export const moreAgents = 'agents';

/**
 * The picker's groups: the favourites, the agents, then one for each provider; agents come last while none is ready. A query keeps models for which every word of it is in
 * the names of model and provider or among the words for the model's capabilities. A provider without a list yet, for
 * want of a key perhaps, can be chosen all the same: main then picks the model.
 * @param favourites model references, in the order in which they were marked
 */
export function groupModels(
  providers: readonly ProviderSnapshot[],
  agentServers: readonly AgentServerSnapshot[],
  favourites: readonly string[],
  query: string,
): ModelGroup[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const marked = new Set(favourites);
  const found = new Map<string, ModelOption>();
  const groups = providers.flatMap((provider): ModelGroup[] => {
    const key = keyOfProvider(provider);
    const options = provider.models.flatMap((info): ModelOption[] => {
      const ref = refOf(provider, info);
      const isFavourite = marked.has(ref);
      if (!isFound(provider, ref, info, isFavourite, words)) return [];
      const { name: of, icon } = provider;
      const option = { key: rowKey(key, ref), ref, name: info.name, info, isFavourite, canBeFavourite: true, of, icon };
      if (isFavourite) found.set(ref, { ...option, key: rowKey('favourites', ref) });
      return [option];
    });
    if (provider.models.length === 0) {
      if (!hasWords(`${provider.name} ${provider.extensionName}`, words)) return [];
      const ref = refOf(provider, { id: 'default' });
      const { name: of, icon } = provider;
      options.push({
        key: rowKey(key, ref),
        ref,
        name: 'Default',
        isFavourite: false,
        canBeFavourite: false,
        of,
        icon,
      });
    }
    return options.length > 0 ? [{ key, title: provider.name, provider, options }] : [];
  });
  const ready = agentOptions(agentServers, marked, words);
  for (const option of ready) {
    if (option.isFavourite) found.set(option.ref, { ...option, key: rowKey('favourites', option.ref) });
  }
  const agents = { key: 'agents', title: pageTitles.agents, provider: null, options: [...ready, ...moreOption(words)] };
  const onTop = favourites.flatMap((ref) => found.get(ref) ?? []);
  return [
    { key: 'favourites', title: 'Favourites', provider: null, options: onTop },
    ...(ready.length > 0 ? [agents, ...groups] : [...groups, agents]),
  ].filter(({ options }) => options.length > 0);
}

/** Agents of the registry are listed once they are installed; one that was set up otherwise says in Settings what it lacks. */
function agentOptions(
  agentServers: readonly AgentServerSnapshot[],
  marked: ReadonlySet<string>,
  words: readonly string[],
): ModelOption[] {
  return agentServers.flatMap(({ ref, name, icon, from, state, description }): ModelOption[] => {
    if (state !== 'ready' && from.type === 'registry') return [];
    const of = from.type === 'extension' ? from.extensionName : '';
    if (!hasWords(`${name} ${description} ${of} agent`, words)) return [];
    return [{ key: rowKey('agents', ref), ref, name, isFavourite: marked.has(ref), canBeFavourite: true, of, icon }];
  });
}

function moreOption(words: readonly string[]): ModelOption[] {
  const name = 'More agents…';
  if (!hasWords(`${name} install`, words)) return [];
  return [{ key: 'agents|', ref: moreAgents, name, isFavourite: false, canBeFavourite: false, of: '' }];
}

function isFound(
  provider: ProviderSnapshot,
  ref: string,
  info: ModelInfo,
  isFavourite: boolean,
  words: readonly string[],
): boolean {
  if (words.length === 0) return true;
  const { supportsImages, supportsTools, supportsThinking } = info.capabilities;
  const able = [
    supportsImages && 'images vision',
    supportsTools && 'tools',
    supportsThinking && 'thinking reasoning',
    info.isDefault && 'default',
    info.isDefaultFast && 'fast',
    isFavourite && 'favourite favorite',
    contextSize(info.maxTokenCount),
  ];
  return hasWords(`${info.name} ${ref} ${provider.name} ${provider.extensionName} ${able.join(' ')}`, words);
}

function hasWords(text: string, words: readonly string[]): boolean {
  const searched = text.toLowerCase();
  return words.every((word) => searched.includes(word));
}

/** The context size of a model, short: "128k", "1M"; "" when it is not declared. */
export function contextSize(tokens: number): string {
  if (tokens < 1000) return tokens === 0 ? '' : String(tokens);
  // Some count in powers of two: 131,072 is called 128k as well.
  const thousand = tokens % 1000 !== 0 && tokens % 1024 === 0 ? 1024 : 1000;
  const size = tokens / thousand;
  return size < 999.5 ? `${Math.round(size)}k` : `${Math.round((size / thousand) * 10) / 10}M`;
}

/** @returns a model and its provider; undefined when no provider offers it now */
export function findModel(
  providers: readonly ProviderSnapshot[],
  ref: string | undefined,
): { info: ModelInfo; provider: ProviderSnapshot } | undefined {
  const wanted = ref === undefined ? null : parseModelRef(ref);
  const provider = wanted && providers.find((each) => refOf(each, { id: wanted.modelId }) === ref);
  const info = provider?.models.find(({ id }) => id === wanted?.modelId);
  return provider && info ? { info, provider } : undefined;
}

/** Whether a provider is ready, as far as is known. */
export const isUsable = ({ isAuthenticated, problem, offBecause }: ProviderSnapshot): boolean =>
  isAuthenticated !== false && problem === undefined && offBecause === undefined;

/**
 * Providers that can answer now come first.
 * @param seen the state of each when it was first seen, by its key: a later change must not move rows
 */
export function usableFirst(
  providers: readonly ProviderSnapshot[],
  seen: Map<string, boolean>,
): readonly ProviderSnapshot[] {
  for (const provider of providers) {
    const key = keyOfProvider(provider);
    if (!seen.has(key)) seen.set(key, isUsable(provider));
  }
  const rank = (provider: ProviderSnapshot) => (seen.get(keyOfProvider(provider)) ? 0 : 1);
  return providers.toSorted((one, other) => rank(one) - rank(other));
}

/** A model that answers without a key: the default one of the first provider that is ready. */
export function firstReadyModel(providers: readonly ProviderSnapshot[]): string | undefined {
  for (const provider of providers) {
    const model = provider.models.find((candidate) => candidate.isDefault) ?? provider.models[0];
    if (provider.isAuthenticated && isUsable(provider) && model) return refOf(provider, model);
  }
  return undefined;
}

const keyOfProvider = ({ extensionId, providerId }: ProviderSnapshot): string => `${extensionId}:${providerId}`;

/** Also part of an element's id, which must not have spaces. */
const rowKey = (group: string, ref: string): string => `${group}|${encodeURIComponent(ref.toWellFormed())}`;

const refOf = ({ extensionId, providerId }: ProviderSnapshot, { id }: Pick<ModelInfo, 'id'>): string =>
  formatModelRef({ extensionId, providerId, modelId: id });
