import { z } from 'zod/mini';
import { type ModelInfo, modelInfoSchema } from '../../shared/contract/provider.ts';
import { type KeptAt, openJsonFile } from '../documents/saving/json-file.ts';
import type { ExtensionHandle } from '../extensions/registry/extension-handle.ts';

/** What a provider said of itself when it was asked last. */
export interface ProviderAnswer {
  readonly name: string;
  readonly models: readonly ModelInfo[];
  /** Whether it had a key. */
  readonly isAuthenticated: boolean | null;
  /** Why it could not say more: a sentence. */
  readonly problem?: string | undefined;
}

/**
 * The last answers of all providers, which outlive the app: it starts with them, and loads no extension before a person
 * turns to the models. What an answer says is shown; before a model is used its provider is asked.
 */
export type KeptAnswers = Awaited<ReturnType<typeof openKeptAnswers>>;

const keptSchema = z.object({
  /** Of the extension that said it. */
  rootPath: z.string(),
  version: z.string(),
  name: z.string(),
  models: z.array(modelInfoSchema),
  isAuthenticated: z.nullable(z.boolean()),
  problem: z.optional(z.string()),
});
/** Each is read by itself: one that cannot be read must not take the others with it. */
const schema = z.record(z.string(), z.unknown());

/** Nothing is lost with the file: providers are asked as at a first start. */
export async function openKeptAnswers({ path, onProblem }: KeptAt) {
  const file = await openJsonFile({ path, schema, empty: {}, what: 'The list of known models', onProblem });
  let writes: Promise<void> = Promise.resolve();
  /** null: never asked, or by another version or copy of the extension. */
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
      writes = file.update((all) => ({ ...all, [keyOf(manifest.id, providerId)]: kept }));
    },
    /** It was removed, with its extension or by itself. @param providerId absent: all of the extension */
    forget(extensionId: string, providerId?: string) {
      const isMeant = (key: string) =>
        providerId === undefined ? key.startsWith(`${extensionId}:`) : key === keyOf(extensionId, providerId);
      const all = Object.entries(file.get());
      const left = all.filter(([key]) => !isMeant(key));
      if (left.length < all.length) writes = file.update(() => Object.fromEntries(left));
    },
    /** Resolves when all of it is on disk. */
    flush: () => writes,
  };
}

const keyOf = (extensionId: string, providerId: string): string => `${extensionId}:${providerId}`;
