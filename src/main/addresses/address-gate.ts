import { domainToUnicode } from 'node:url';
import type { AddressQuestion, AddressSource, AskingAgent } from '../../shared/contract/address.ts';
import type { ProviderOwner } from '../../shared/contract/credential.ts';
import { fail, ok, type Result } from '../../shared/contract/errors.ts';
import { hostOfAddress, isReordered, isSameHost, namedHosts } from '../../shared/links/named-hosts.ts';
import type { AddressQuestions } from './address-questions.ts';
import { checkAddress } from './check-address.ts';
import type { KnownHosts } from './known-hosts.ts';

/** An extension whose address it is, as main knows it. */
export interface KnownExtension {
  readonly id: string;
  readonly name: string;
  /** Where it comes from: its folder, or that it is bundled. */
  readonly origin: string;
  /** Whether its manifest lets it reach an address. */
  permits(url: URL): boolean;
}

export interface AddressGateDeps {
  readonly known: KnownHosts;
  readonly questions: AddressQuestions;
  /** Whether a file of the open folder names the host; only in a folder that a person trusts. */
  isNamedInFolder(host: string): Promise<boolean>;
  /** undefined: there is none of this id that runs. */
  extension(id: string): KnownExtension | undefined;
  /** Hands an address to the system. */
  open(address: string): Promise<Result<null>>;
}

/**
 * The one place that decides which addresses are opened at once, and about which a person is asked (ADR 28).
 */
export type AddressGate = ReturnType<typeof createAddressGate>;

export function createAddressGate({ known, questions, isNamedInFolder, extension, open }: AddressGateDeps) {
  /** @returns what the text of a link names instead; "" when it cannot be read for sure; null: it does not mislead */
  function misleading(label: string, host: string): string | null {
    if (isReordered(label)) return '';
    return namedHosts(label).find((named) => !isSameHost(named, host)) ?? null;
  }

  async function allowed(
    url: URL,
    source: AddressSource,
    owner?: Partial<ProviderOwner>,
    signal?: AbortSignal,
  ): Promise<boolean> {
    const host = hostOfAddress(url);
    const named = misleading(source.label, host);
    const its = source.type === 'extension' ? extension(source.extensionId) : undefined;
    if (source.type === 'extension' && !its) return false;
    if (named === null) {
      const isKnown = its ? its.permits(url) || known.isAllowedFor(its, host) : await isFamiliar(url, host);
      if (isKnown) return true;
    }
    const isAllowed = await questions.ask(
      {
        ...shownAddress(url),
        asker: its
          ? {
              extensionId: its.id,
              extensionName: its.name,
              ...(owner?.providerId !== undefined && { providerId: owner.providerId }),
            }
          : null,
        ...(named !== null && { namedHost: named }),
      },
      signal,
    );
    if (!isAllowed) return false;
    if (its) known.allowFor(its, host);
    else known.add([host]);
    return true;
  }

  /** Mail is shown before it is sent, by the program that sends it. */
  const isFamiliar = async (url: URL, host: string): Promise<boolean> =>
    url.protocol === 'mailto:' || known.has(host) || (await isNamedInFolder(host));

  const refused = (url: URL): Result<never> =>
    fail('cancelled', `${hostOfAddress(url)} was not opened, as you decided.`);

  return {
    /** Opens what a person followed, once they allowed what has to be asked. */
    async open(address: string, source: AddressSource) {
      const checked = checkAddress(address);
      if (!checked.ok) return checked;
      const url = new URL(checked.value);
      return (await allowed(url, source)) ? open(checked.value) : refused(url);
    },
    /**
     * Whether an extension may have an address opened: one that its manifest permits, or a host that a person allows it.
     * @param signal takes the question back
     */
    async permit(
      owner: Pick<ProviderOwner, 'extensionId'> & Partial<ProviderOwner>,
      address: string,
      signal?: AbortSignal,
    ) {
      const checked = checkAddress(address);
      if (!checked.ok) return checked;
      const url = new URL(checked.value);
      const source = { type: 'extension', extensionId: owner.extensionId, label: '' } as const;
      return (await allowed(url, source, owner, signal)) ? ok(null) : refused(url);
    },
    /** Asks a person whether to go where an agent server wants them to, whatever the host, and opens it. */
    async visit(agent: AskingAgent, address: string, signal: AbortSignal) {
      const checked = checkAddress(address);
      if (!checked.ok) return checked;
      const url = new URL(checked.value);
      const isAllowed = await questions.ask({ ...shownAddress(url), asker: null, agent }, signal);
      return isAllowed ? open(checked.value) : refused(url);
    },
    /** The person typed this text: its hosts are theirs. */
    personTyped: (text: string) => known.add(namedHosts(text)),
  };
}

/** An address as a person can judge it. */
function shownAddress(url: URL): Pick<AddressQuestion, 'host' | 'asciiHost' | 'url'> {
  const host = hostOfAddress(url);
  const shown = domainToUnicode(host.replace(/:\d+$/, '')) + (/:\d+$/.exec(host)?.[0] ?? '');
  return { host: shown || host, ...(shown !== '' && shown !== host && { asciiHost: host }), url: url.href };
}
