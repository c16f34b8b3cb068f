/** A port that is handed over with a message. What it is depends on the port that carries it; anybody can close it. */
export interface TransferablePort {
  close(): void;
}

/** What the RPC needs of a message port; MessagePortMain, a MessagePort and the in-memory pair all fit behind it. */
export interface RpcPort {
  /** @throws when the message cannot be cloned or a port not handed over; then nothing was sent */
  send(message: unknown, transfer?: readonly TransferablePort[]): void;
  /** One listener; messages that came earlier are delivered once it is set. */
  onMessage(listener: (message: unknown, ports?: readonly TransferablePort[]) => void): void;
  /** The other side closed the port or is gone. */
  onClose(listener: () => void): void;
  close(): void;
}

export const closeAll = (ports: readonly TransferablePort[]): void => {
  for (const port of ports) port.close();
};
