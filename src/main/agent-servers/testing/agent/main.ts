import { Readable, Writable } from 'node:stream';
import { ndJsonStream } from '@agentclientprotocol/sdk';
import { agentProtocolRouter } from '@agentclientprotocol/sdk/experimental/v2';
import { createSessions } from './sessions.ts';
import { settingsOf } from './settings.ts';
import { v1Agent } from './v1-agent.ts';
import { v2Agent } from './v2-agent.ts';

/**
 * An agent that does as a prompt tells it, a step a line (see `steps.ts`), in both versions of the protocol. It has no model.
 * `node main.ts [--v1-only] [--signed-out] [--no-resume] [--no-load] [--late-history] [--crash-once FILE]
 * [--sessions FOLDER]`
 */
const settings = settingsOf(process.argv.slice(2));
const sessions = createSessions(settings.sessionsFolder);
const router = agentProtocolRouter().withV1(v1Agent(sessions, settings));
if (!settings.isV1Only) router.withV2(v2Agent(sessions, settings));
const output = Writable.toWeb(process.stdout) as WritableStream<Uint8Array>;
const input = Readable.toWeb(process.stdin) as unknown as ReadableStream<Uint8Array>;
await router.connect(ndJsonStream(output, input)).closed;
process.exit(0);
