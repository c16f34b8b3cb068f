import { z } from 'zod/mini';
import { type ModelInfo, modelInfoSchema } from '../../shared/contract/provider.ts';
import { type KeptAt, openJsonFile } from '../documents/saving/json-file.ts';
import type { ExtensionHandle } from '../extensions/registry/extension-handle.ts';

/** The last answer of a provider about itself. */
export interface ProviderAnswer {
  readonly name: string;
  readonly models: readonly ModelInfo[];
  /** Whether it had a key. */
  readonly isAuthenticated: boolean | null;
  /** Why it could not give its models: a sentence. */
  readonly problem?: string | undefined;
}

/**
 * The last answers of all providers, stored so that the next start loads no extension before a person opens the models.
 * They are for display; before a model is used its provider is asked.
 */
export type KeptAnswers = Awaited<ReturnType<typeof openKeptAnswers>>;

const keptSchema = z.object({
  /** Folder of the extension that gave the answer. */
  rootPath: z.string(),
  version: z.string(),
  name: z.string(),
  models: z.array(modelInfoSchema),
  isAuthenticated: z.nullable(z.boolean()),
  problem: z.optional(z.string()),
});
/** Entries are parsed one by one: an invalid one must not invalidate the others. */
const schema = z.record(z.string(), z.unknown());

/** The oldest are forgotten: a script may register providers without end. */
const maxKept = 500;

/** A lost file does no harm: providers are asked as at the first start. */
export async function openKeptAnswers({ path, onProblem }: KeptAt) {
  const file = await openJsonFile({ path, schema, empty: {}, what: 'The list of known models', onProblem });
  let writes: Promise<void> = Promise.resolve();
  /** @returns null if there is no answer of this version and copy of the extension */
  const find = ({ manifest, rootPath }: ExtensionHandle, providerId: string): ProviderAnswer | null => {
    const { data } = keptSchema.safeParse(file.get()[keyOf(manifest.id, providerId)]);
    return data?.rootPath === rootPath && data.version === manifest.version ? data : null;
  };
  return {
    of: find,
    keep(handle: ExtensionHandle, providerId: string, answer: ProviderAnswer) {
      const { manifest, rootPath } = handle;
      const kept = { rootPath, version: manifest.version, ...answer, models: [...answer.models] };
      if (JSON.stringify(find(handle, providerId)) === JSON.stringify(kept)) return;
      const key = keyOf(manifest.id, providerId);
      writes = file.update((all) => {
        const others = Object.entries(all).filter(([other]) => other !== key);
        return Object.fromEntries([...others.slice(1 - maxKept), [key, kept]]);
      });
    },
    /** Deletes answers of a removed provider or extension. @param providerId absent: all of the extension */
    forget(extensionId: string, providerId?: string) {
      const isMeant = (key: string) =>
        providerId === undefined ? key.startsWith(`${extensionId}:`) : key === keyOf(extensionId, providerId);
      const all = Object.entries(file.get());
      const left = all.filter(([key]) => !isMeant(key));
      if (left.length < all.length) writes = file.update(() => Object.fromEntries(left));
    },
    /** Resolves when all answers are on disk. */
    flush: () => writes,
  };
}

const keyOf = (extensionId: string, providerId: string): string => `${extensionId}:${providerId}`;
