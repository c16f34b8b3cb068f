import { z } from 'zod/mini';
import { type Registered, registeredSchema } from '../../../shared/contract/extensions/manifest.ts';
import { type KeptAt, openJsonFile } from '../../documents/saving/json-file.ts';

/** What scripts registered when they ran last, so that a start knows it without running them. */
export type KeptRegistrations = Awaited<ReturnType<typeof openKeptRegistrations>>;

interface Kept {
  /** Of the sources that registered it. */
  readonly hash: string;
  readonly registered: Registered;
}

const schema: z.ZodMiniType<Readonly<Record<string, Kept>>> = z.record(
  z.string(),
  z.object({ hash: z.string(), registered: registeredSchema }),
);

/** The oldest are forgotten. */
const maxKept = 500;

export async function openKeptRegistrations({ path, onProblem }: KeptAt) {
  const file = await openJsonFile({ path, schema, empty: {}, what: 'The list of what scripts add', onProblem });
  return {
    /** By the path of the extension. */
    of(rootPath: string): Kept | undefined {
      const kept = file.get();
      return Object.hasOwn(kept, rootPath) ? kept[rootPath] : undefined;
    },
    set(rootPath: string, kept: Kept) {
      return file.update((all) => {
        const others = Object.entries(all).filter(([path]) => path !== rootPath);
        return Object.fromEntries([...others.slice(1 - maxKept), [rootPath, kept]]);
      });
    },
  };
}
