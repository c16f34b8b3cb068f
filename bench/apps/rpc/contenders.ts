import { createBirpc } from 'birpc';
import { type Endpoint, expose, wrap } from 'comlink';
import type { MessagePortMain } from 'electron';
import { createMessageConnection, PortMessageReader, PortMessageWriter } from 'vscode-jsonrpc/node';
import { FairTurns } from '../../../src/main/extensions/ports/fair-turns.ts';
import { type TurnLimits, turnLimits } from '../../../src/main/extensions/ports/turn-limits.ts';
import { portWindow } from '../../../src/shared/contract/extensions/port-window.ts';
import type { CallHandler } from '../../../src/shared/rpc/handlers.ts';
import { Peer } from '../../../src/shared/rpc/peer.ts';
import { fromElectronPort } from '../../../src/shared/rpc/ports/electron-port.ts';
import { RpcError } from '../../../src/shared/rpc/rpc-error.ts';
import { readerOf } from '../../../src/shared/schema-reader.ts';
import { type Contender, type Offer, schemas } from './offer.ts';

/** The floor: a port message for each thing said, an id only where answers must be told apart. */
const raw: Contender = {
  ask(port) {
    const waiting = new Map<number, (answer: number) => void>();
    let lastId = 0;
    port.on('message', ({ data }) => {
      const [id, answer]: [number, number] = data;
      const resolve = waiting.get(id);
      waiting.delete(id);
      resolve?.(answer);
    });
    const call = (method: keyof Offer, params: unknown) =>
      new Promise<number>((resolve) => {
        lastId += 1;
        waiting.set(lastId, resolve);
        port.postMessage([lastId, method, params]);
      });
    return {
      add: (params) => call('add', params),
      tell: (event) => port.postMessage([0, 'tell', event]),
      told: () => call('told', null),
      size: (bytes) => call('size', bytes),
    };
  },
  answer(port, offer) {
    port.on('message', ({ data }) => {
      const [id, method, params]: [number, keyof Offer, never] = data;
      const answer = offer[method](params);
      if (id > 0) port.postMessage([id, answer]);
    });
  },
};

type OurMethods = { [M in keyof Offer]: { params: unknown; result: ReturnType<Offer[M]> } };

/** As main and a host use it: in turns, within budget and window, acknowledged, with a deadline, and checked by schema. */
const oursWithin = (limits: TurnLimits): Contender => ({
  ask(port) {
    const lane = new FairTurns(limits).open(portWindow, (does) => {
      throw new Error(`it ${does}`);
    });
    const peer = new Peer<OurMethods>(lane.charging(fromElectronPort(port)), { intake: lane });
    const limit = { deadlineMs: 30_000 };
    return {
      add: (params) => peer.call('add', params, limit),
      tell: (event) => peer.notify('tell', event),
      told: () => peer.call('told', null, limit),
      size: (bytes) => peer.call('size', bytes, limit),
    };
  },
  answer(port, offer) {
    const methods: Record<string, CallHandler> = {};
    for (const name of Object.keys(schemas) as (keyof Offer)[]) {
      const read = readerOf<unknown>(schemas[name]);
      const service = offer[name] as (params: unknown) => unknown;
      methods[name] = (params) => {
        const parsed = read(params);
        if (!parsed.success) throw new RpcError('invalid-params', `${name}: the argument is wrong`);
        return service(parsed.data);
      };
    }
    const onBadMessage = (why: string) => console.error(why);
    new Peer(fromElectronPort(port), { methods, onBadMessage, window: portWindow });
  },
});

/** More than any process can do, so that the RPC itself is measured. Main allows a port 20,000 messages a second. */
const plenty = 1e9;
const unlimited = { messages: plenty, bytes: plenty, ms: plenty, tasks: plenty };

const overPort = (port: MessagePortMain) => ({
  post: (data: unknown) => port.postMessage(data),
  on: (listener: (data: unknown) => void) => port.on('message', ({ data }) => listener(data)),
});

const birpc: Contender = {
  ask(port) {
    const rpc = createBirpc<Offer>({}, overPort(port));
    return {
      add: (params) => rpc.add(params),
      tell: (event) => void rpc.tell.asEvent(event),
      told: () => rpc.told(),
      size: (bytes) => rpc.size(bytes),
    };
  },
  answer: (port, offer) => void createBirpc<object, Offer>(offer, overPort(port)),
};

const endpoint = (port: MessagePortMain): Endpoint => ({
  postMessage: (message) => port.postMessage(message),
  addEventListener: (_, listener) => port.on('message', listener as never),
  removeEventListener: (_, listener) => port.off('message', listener as never),
});

/** It has no events: an event is a call whose answer nobody reads. */
const comlink: Contender = {
  ask(port) {
    const remote = wrap<Offer>(endpoint(port));
    return {
      add: (params) => remote.add(params),
      tell: (event) => void remote.tell(event),
      told: () => remote.told(),
      size: (bytes) => remote.size(bytes),
    };
  },
  answer: (port, offer) => expose(offer, endpoint(port)),
};

/** Its reader and writer for Node's ports, which are `MessagePortMain` but for the shape of the event. */
function jsonrpcOver(port: MessagePortMain) {
  const shaped = {
    on: (event: string, listener: (data?: unknown) => void) =>
      port.on(event as 'message', (message) => listener(message?.data)),
    postMessage: (message: unknown) => port.postMessage(message),
  } as never;
  return createMessageConnection(new PortMessageReader(shaped), new PortMessageWriter(shaped));
}

const vscodeJsonrpc: Contender = {
  ask(port) {
    const connection = jsonrpcOver(port);
    connection.listen();
    return {
      add: (params) => connection.sendRequest('add', params),
      tell: (event) => void connection.sendNotification('tell', event),
      told: () => connection.sendRequest('told'),
      size: (bytes) => connection.sendRequest('size', { bytes }),
    };
  },
  answer(port, offer) {
    const connection = jsonrpcOver(port);
    connection.onRequest('add', offer.add);
    connection.onNotification('tell', offer.tell);
    connection.onRequest('told', offer.told);
    connection.onRequest('size', ({ bytes }: { bytes: Uint8Array }) => offer.size(bytes));
    connection.listen();
  },
};

/** The first is the floor. */
export const contenders = {
  raw,
  ours: oursWithin(turnLimits),
  'ours, without a budget': oursWithin({ ...turnLimits, perSecond: unlimited, badMessages: plenty }),
  birpc,
  comlink,
  'vscode-jsonrpc': vscodeJsonrpc,
} satisfies Record<string, Contender>;
export type ContenderName = keyof typeof contenders;
