import { type InspectorNotification, Session } from 'node:inspector';
import { connect } from 'node:net';
import { createInterface } from 'node:readline';
import { workerData } from 'node:worker_threads';
import type { InspectorMessage, InspectorOrder } from '../shared/extensions/inspector-message.ts';

/**
 * Thread beside that of the extensions, which main can reach and which can inspect the extensions even while their
 * event loop hangs. It has a socket to main, as a utility process's ports and streams are served by the loop that
 * hangs.
 */

const sessions = new Map<number, Session>();
const socket = connect(workerData as string);
// Main is gone; the thread ends, as nothing keeps it alive.
socket.on('error', () => undefined);
socket.once('close', () => {
  for (const session of sessions.values()) session.disconnect();
});

const tell = (message: InspectorMessage) => void socket.write(`${JSON.stringify(message)}\n`);

createInterface({ input: socket }).on('line', (line) => {
  const order: InspectorOrder = JSON.parse(line);
  if ('close' in order) {
    sessions.get(order.session)?.disconnect();
    sessions.delete(order.session);
    return;
  }
  const { session, id, method, params } = order;
  try {
    const inspector = sessions.get(session) ?? open(session);
    inspector.post(method, params, (error, result) =>
      tell(error ? { session, id, error: error.message } : { session, id, result: result ?? null }),
    );
  } catch (error) {
    tell({ session, id, error: error instanceof Error ? error.message : String(error) });
  }
});

function open(id: number): Session {
  const session = new Session();
  session.connectToMainThread();
  session.on('inspectorNotification', ({ method, params }: InspectorNotification<object>) =>
    tell({ session: id, method, params }),
  );
  sessions.set(id, session);
  return session;
}
