import { app } from 'electron';

/** Runs an app of a bench, which ends by itself. What is thrown is printed, and ends it too: nobody waits for it. */
export async function runApp(run: () => Promise<void>): Promise<void> {
  try {
    await app.whenReady();
    await run();
    console.log('done');
    app.quit();
  } catch (error) {
    console.error(error);
    app.exit(1);
  }
}
