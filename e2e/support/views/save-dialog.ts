import type { ElectronApplication } from '@playwright/test';

/** What the app asked the system's dialog for a file to save to. */
interface Asked {
  readonly title?: string;
  readonly defaultPath?: string;
  readonly properties?: readonly string[];
}

/** The system's dialog cannot be driven: main is given its answers, and tells what it asked. */
export interface SaveDialog {
  /** What the next dialogs are answered with, in their order; null: cancelled. */
  answer(...paths: (string | null)[]): Promise<void>;
  /** All that was asked since the first answer was given. */
  asked(): Promise<readonly Asked[]>;
}

export function saveDialogOf(app: ElectronApplication): SaveDialog {
  // An app that is shared still has what the test before asked.
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
