import type { ElectronApplication } from '@playwright/test';

/** Options that the app gave the system's save dialog. */
interface Asked {
  readonly title?: string;
  readonly defaultPath?: string;
  readonly properties?: readonly string[];
}

/** Fake of the system's save dialog, which cannot be driven: replaces it in main, and records its options. */
export interface SaveDialog {
  /** Sets the answers of the next dialogs, in order; null: cancelled. */
  answer(...paths: (string | null)[]): Promise<void>;
  /** Options of all dialogs since the first `answer`. */
  asked(): Promise<readonly Asked[]>;
}

export function saveDialogOf(app: ElectronApplication): SaveDialog {
  // A shared app still has the record of the previous test.
  let isFirst = true;
  return {
    async answer(...paths) {
      await app.evaluate(
        ({ dialog }, { answers, isFirst }) => {
          const known = globalThis as { askedToSave?: unknown[] };
          const asked = (!isFirst && known.askedToSave) || [];
          known.askedToSave = asked;
          dialog.showSaveDialog = async (...args: unknown[]) => {
            asked.push(args.at(-1));
            const filePath = answers.shift() ?? '';
            return { canceled: filePath === '', filePath };
          };
        },
        { answers: paths, isFirst },
      );
      isFirst = false;
    },
    asked: () => app.evaluate(() => (globalThis as { askedToSave?: Asked[] }).askedToSave ?? []),
  };
}
