import type { ElectronApplication } from '@playwright/test';

/** What the app asked the system's dialog for a file to save to. */
interface Asked {
  readonly title?: string;
  readonly defaultPath?: string;
  readonly properties?: readonly string[];
}

/** The system's dialog cannot be driven: main is given its answers, and tells what it asked. Of an app of one's own. */
export interface SaveDialog {
  /** What the next dialogs are answered with, in their order; null: cancelled. */
  answer(...paths: (string | null)[]): Promise<void>;
  /** All that was asked since the start. */
  asked(): Promise<readonly Asked[]>;
}

export function saveDialogOf(app: ElectronApplication): SaveDialog {
  return {
    answer: (...paths) =>
      app.evaluate(({ dialog }, answers) => {
        const known = globalThis as { askedToSave?: unknown[] };
        const asked = known.askedToSave ?? [];
        known.askedToSave = asked;
        dialog.showSaveDialog = async (...args: unknown[]) => {
          asked.push(args.at(-1));
          const filePath = answers.shift() ?? '';
          return { canceled: filePath === '', filePath };
        };
      }, paths),
    asked: () => app.evaluate(() => (globalThis as { askedToSave?: Asked[] }).askedToSave ?? []),
  };
}
