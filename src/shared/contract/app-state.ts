import { z } from 'zod/mini';

/** What the app remembers by itself, apart from what a person has set. One JSON file, in which unknown keys are kept. */

const pixels = z.number().check(z.minimum(0), z.maximum(100_000));
export const layoutSchema = z.looseObject({
  treeVisible: z._default(z.boolean(), true),
  panelVisible: z._default(z.boolean(), true),
  treeWidth: z._default(pixels, 220),
  panelWidth: z._default(pixels, 380),
});
export type Layout = z.output<typeof layoutSchema>;

export const defaultLayout: Layout = { treeVisible: true, panelVisible: true, treeWidth: 220, panelWidth: 380 };

export const appStateSchema = z.looseObject({
  /** A model reference: the one that new threads ask. */
  model: z.optional(z.string()),
  /** Model references, in the order in which they were marked. */
  favouriteModels: z._default(z.array(z.string()), []),
  /** Pane layout by workspace path ("" without one). */
  layouts: z._default(z.record(z.string(), layoutSchema), {}),
  /** The last one first. */
  recentFolders: z._default(z.array(z.string()), []),
  /** Where the window was, in device-independent pixels. */
  window: z.optional(
    z.looseObject({
      x: z.number(),
      y: z.number(),
      width: z.number(),
      height: z.number(),
      isMaximized: z._default(z.boolean(), false),
    }),
  ),
});
export type AppState = z.output<typeof appStateSchema>;

/** What the window shows of it. */
export type ShownState = Pick<AppState, 'model' | 'favouriteModels' | 'recentFolders'>;

export const shownOf = ({ model, favouriteModels, recentFolders }: AppState): ShownState => ({
  model,
  favouriteModels,
  recentFolders,
});
