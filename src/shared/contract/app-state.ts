import { z } from 'zod/mini';

/** State that the app remembers by itself, apart from settings. One JSON file, in which unknown keys are kept. */

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
  /** Model reference, the default for new threads. */
  model: z.optional(z.string()),
  /** Model references, in the order in which they were marked. */
  favouriteModels: z._default(z.array(z.string()), []),
  /** Pane layout by workspace path ("" without one). */
  layouts: z._default(z.record(z.string(), layoutSchema), {}),
  /** Most recent first. */
  recentFolders: z._default(z.array(z.string()), []),
  /** Last position of the window, in device-independent pixels. */
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

/** The part that the window shows. */
export type ShownState = Pick<AppState, 'model' | 'favouriteModels' | 'recentFolders'>;

export const shownOf = ({ model, favouriteModels, recentFolders }: AppState): ShownState => ({
  model,
  favouriteModels,
  recentFolders,
});
