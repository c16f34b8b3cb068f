import { type DevtoolsSession, openSession } from './devtools-session.ts';

/** How long the main process of an app holds up what waits there. */
export interface HeldMain {
  begin(): Promise<void>;
  /** @returns the longest time in ms, since it began, between two turns of main's loop, beyond what a timer takes anyway */
  end(): Promise<number>;
  close(): void;
}

/** @param inspector the `ws:` address that an app started with `--inspect` printed */
export async function followMain(inspector: string): Promise<HeldMain> {
  const main: DevtoolsSession = await openSession(inspector, { type: 'node' });
  await main.evaluate(inMain);
  return {
    begin: () => main.evaluate('held.begin()'),
    end: () => main.evaluate<number>('held.end()'),
    close: () => main.close(),
  };
}

const inMain = `
  globalThis.held = {
    look() {
      const now = performance.now();
      this.longest = Math.max(this.longest, now - this.last - 1);
      this.last = now;
    },
    begin() {
      this.longest = 0;
      this.last = performance.now();
      this.timer = setInterval(() => this.look(), 1);
    },
    end() {
      clearInterval(this.timer);
      this.look();
      return this.longest;
    },
  };
`;
