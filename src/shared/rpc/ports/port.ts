/** Message port for the RPC; implemented by MessagePortMain, MessagePort and the in-memory pair. */
export interface RpcPort {
  /** @throws if the message cannot be cloned; nothing is sent then */
  send(message: unknown): void;
  /** Sets the only listener; earlier messages are delivered to it. */
  onMessage(listener: (message: unknown) => void): void;
  /** The other side closed the port or is gone. */
  onClose(listener: () => void): void;
  close(): void;
}
