import { flushCompileCache } from 'node:module';
import { Readable, Writable } from 'node:stream';
import { createSessions } from './sessions.ts';
import { settingsOf } from './settings.ts';

/**
 * An agent that does as a prompt tells it, a step a line (see `steps.ts`), in both versions of the protocol. It has no model.
 * `node main.ts [--v1-only] [--signed-out] [--no-resume] [--no-load] [--no-close] [--forgets] [--late-history] [--crash-once FILE]
 * [--sessions FOLDER]`
 */
const settings = settingsOf(process.argv.slice(2));
const sessions = createSessions(settings);
// Most of a start is to read the SDK, of which one version is enough for who asks for that.
const wants1 = await asksFor1();
const [{ ndJsonStream }, { v1Agent }] = await Promise.all([
  import('@agentclientprotocol/sdk'),
  import('./v1-agent.ts'),
]);
const output = Writable.toWeb(process.stdout) as WritableStream<Uint8Array>;
const input = Readable.toWeb(process.stdin) as unknown as ReadableStream<Uint8Array>;
const connection = await served();
// It is killed as a rule, and then nothing would be kept.
flushCompileCache();
await connection.closed;
process.exit(0);

async function served(): Promise<{ readonly closed: Promise<unknown> }> {
  const stream = ndJsonStream(output, input);
  const v1 = v1Agent(sessions, settings);
  if (wants1) return v1.connect(stream);
  const [{ agentProtocolRouter }, { v2Agent }] = await Promise.all([
    import('@agentclientprotocol/sdk/experimental/v2'),
    import('./v2-agent.ts'),
  ]);
  const router = agentProtocolRouter().withV1(v1);
  if (!settings.isV1Only) router.withV2(v2Agent(sessions, settings));
  return router.connect(stream);
}

/** Whether the first message says so; it stays to be read. */
async function asksFor1(): Promise<boolean> {
  const first: Buffer | null = await new Promise((resolve) => {
    process.stdin.once('readable', () => resolve(process.stdin.read()));
  });
  if (first === null) return false;
  process.stdin.unshift(first);
  return /"protocolVersion":1[,}]/.test(first.toString());
}
