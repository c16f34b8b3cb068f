import { z } from 'zod/mini';
import { type Access, accesses } from '../../../shared/contract/access.ts';
import type { Ask } from '../../../shared/contract/extensions/extension-state.ts';
import type { VariableDecision } from '../../credentials/variable-questions.ts';
import { type KeptAt, openJsonFile } from '../../documents/saving/json-file.ts';
import { asksForMore, asksOf, needsConsent } from './consent.ts';
import type { DiscoveredExtension } from './discovery.ts';

/** One folder with an extension: decisions do not apply to another folder with the same id. */
type Copy = Pick<DiscoveredExtension, 'manifest' | 'rootPath' | 'source'>;

/** The person's decisions about extensions, kept over restarts. */
export type ExtensionDecisions = Awaited<ReturnType<typeof createExtensionDecisions>>;

const askSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('takes-over'), name: z.string() }),
  z.object({ kind: z.literal('process') }),
  z.object({ kind: z.literal('network'), hosts: z.array(z.string()) }),
  z.object({ kind: z.literal('workspace'), access: z.enum(['read', 'write']) }),
  z.object({ kind: z.literal('exec') }),
  z.object({ kind: z.literal('agents'), agents: z.array(z.string()) }),
  z.object({ kind: z.literal('environment'), variables: z.array(z.string()) }),
]);

interface Grant {
  readonly id: string;
  readonly version: string;
  readonly asks: readonly Ask[];
}

interface VariableDecisions {
  readonly id: string;
  readonly decisions: Readonly<Record<string, VariableDecision>>;
}

interface Allowed {
  readonly id: string;
  readonly accesses: readonly Access[];
  /** Of a script, by `consentKey`. */
  readonly endpoints: readonly string[];
  /** Hosts that it may talk to. */
  readonly hosts: readonly string[];
}

const nothingAllowed: Omit<Allowed, 'id'> = { accesses: [], endpoints: [], hosts: [] };

interface States {
  /** Folders; of bundled extensions ids, as their folder moves with the app. */
  readonly disabled: readonly string[];
  /** By folder, so that another extension with the same id inherits nothing. */
  readonly granted: Readonly<Record<string, Grant>>;
  /** Keys as in `disabled`. */
  readonly variables: Readonly<Record<string, VariableDecisions>>;
  /** What a person always lets it do, though its manifest does not ask for it. Keys as in `disabled`. */
  readonly allowed: Readonly<Record<string, Allowed>>;
}

const schema: z.ZodMiniType<States> = z.looseObject({
  disabled: z._default(z.array(z.string()), []),
  granted: z._default(
    z.record(z.string(), z.object({ id: z.string(), version: z.string(), asks: z.array(askSchema) })),
    {},
  ),
  variables: z._default(
    z.record(
      z.string(),
      z.object({ id: z.string(), decisions: z.record(z.string(), z.enum(['allowed', 'denied', 'undecided'])) }),
    ),
    {},
  ),
  allowed: z._default(
    z.record(
      z.string(),
      z.object({
        id: z.string(),
        accesses: z.array(z.enum(accesses)),
        endpoints: z._default(z.array(z.string()), []),
        hosts: z._default(z.array(z.string()), []),
      }),
    ),
    {},
  ),
});

export async function createExtensionDecisions({ path, onProblem }: KeptAt) {
  const empty = { disabled: [], granted: {}, variables: {}, allowed: {} };
  const file = await openJsonFile({ path, schema, empty, what: 'The state of the extensions', onProblem });

  /** Decisions by variable name; empty when the folder now holds another extension. */
  function decisionsOf(extension: Copy): VariableDecisions['decisions'] {
    const { variables } = file.get();
    const key = keyOf(extension);
    const decided = Object.hasOwn(variables, key) ? variables[key] : undefined;
    return decided?.id === extension.manifest.id ? decided.decisions : {};
  }

  function allowedOf(extension: Copy): Omit<Allowed, 'id'> {
    const { allowed } = file.get();
    const key = keyOf(extension);
    const kept = Object.hasOwn(allowed, key) ? allowed[key] : undefined;
    return kept?.id === extension.manifest.id ? kept : nothingAllowed;
  }

  function setAllowed(extension: Copy, those: Partial<Omit<Allowed, 'id'>>) {
    const key = keyOf(extension);
    const { accesses, endpoints, hosts } = { ...allowedOf(extension), ...those };
    const own = { id: extension.manifest.id, accesses, endpoints, hosts };
    return file.update((states) => {
      const others = without(states.allowed, key);
      const isNothing = accesses.length + endpoints.length + hosts.length === 0;
      return { ...states, allowed: isNothing ? others : { ...others, [key]: own } };
    });
  }

  return {
    isDisabled: (extension: Copy) => file.get().disabled.includes(keyOf(extension)),
    setDisabled(extension: Copy, isDisabled: boolean) {
      const key = keyOf(extension);
      return file.update((states) => {
        const others = states.disabled.filter((one) => one !== key);
        return { ...states, disabled: isDisabled ? [...others, key] : others };
      });
    },
    /** Permissions that a person has yet to consent to before the extension may run; empty: it may. */
    missingConsent(extension: DiscoveredExtension): readonly Ask[] {
      const { manifest, rootPath } = extension;
      if (!needsConsent(extension)) return [];
      const { granted } = file.get();
      const grant = Object.hasOwn(granted, rootPath) ? granted[rootPath] : undefined;
      return asksForMore(grant?.id === manifest.id ? grant.asks : [], extension);
    },
    /** The decision on a variable, which the manifest has to name too. A decision by name outranks consent. */
    variableDecision(extension: Copy, name: string) {
      const { manifest, rootPath, source } = extension;
      const { granted } = file.get();
      const decisions = decisionsOf(extension);
      const decided = Object.hasOwn(decisions, name) ? decisions[name] : undefined;
      if (decided) return decided;
      if (source === 'development' || source === 'explicit') return 'allowed';
      const grant = Object.hasOwn(granted, rootPath) ? granted[rootPath] : undefined;
      if (grant?.id !== manifest.id) return 'undecided';
      const isGranted = grant.asks.some((ask) => ask.kind === 'environment' && ask.variables.includes(name));
      return isGranted ? 'allowed' : 'undecided';
    },
    /** @param isAllowed null: ask again */
    setVariable(extension: Copy, name: string, isAllowed: boolean | null) {
      const decision: VariableDecision = isAllowed === null ? 'undecided' : isAllowed ? 'allowed' : 'denied';
      const decided = { id: extension.manifest.id, decisions: { ...decisionsOf(extension), [name]: decision } };
      return file.update((states) => ({
        ...states,
        variables: { ...states.variables, [keyOf(extension)]: decided },
      }));
    },
    /** Accesses that a person allowed for good. */
    allowedAccess: (extension: Copy) => allowedOf(extension).accesses,
    keepAccess(extension: Copy, access: Access) {
      const others = allowedOf(extension).accesses.filter((one) => one !== access);
      return setAllowed(extension, { accesses: [...others, access] });
    },
    /** Endpoints to which a person has let a script send requests for good; see `consentKey`. */
    allowedEndpoints: (extension: Copy) => allowedOf(extension).endpoints,
    keepEndpoint(extension: Copy, consent: string) {
      const others = allowedOf(extension).endpoints.filter((one) => one !== consent);
      return setAllowed(extension, { endpoints: [...others, consent] });
    },
    /** Hosts that a person has let it talk to for good. */
    allowedHosts: (extension: Copy) => allowedOf(extension).hosts,
    keepHost(extension: Copy, host: string) {
      const others = allowedOf(extension).hosts.filter((one) => one !== host);
      return setAllowed(extension, { hosts: [...others, host] });
    },
    /** It has to ask again. */
    takeBackAccess: (extension: Copy) => setAllowed(extension, nothingAllowed),
    /** Records consent to all permissions of the present manifest. */
    grant(extension: Pick<DiscoveredExtension, 'manifest' | 'rootPath' | 'takesOver' | 'script'>) {
      const { manifest, rootPath } = extension;
      const grant = { id: manifest.id, version: manifest.version, asks: asksOf(extension) };
      return file.update((states) => ({ ...states, granted: { ...states.granted, [rootPath]: grant } }));
    },
    /** Deletes the decisions about an uninstalled extension. */
    forget({ rootPath }: { readonly rootPath: string }) {
      return file.update((states) => ({
        ...states,
        disabled: states.disabled.filter((one) => one !== rootPath),
        granted: without(states.granted, rootPath),
        variables: without(states.variables, rootPath),
        allowed: without(states.allowed, rootPath),
      }));
    },
  };
}

const keyOf = ({ manifest, rootPath, source }: Copy): string => (source === 'bundled' ? manifest.id : rootPath);

const without = <T>(record: Readonly<Record<string, T>>, key: string): Record<string, T> =>
  Object.fromEntries(Object.entries(record).filter(([one]) => one !== key));
