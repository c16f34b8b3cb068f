/** What the RPC needs of a message port; MessagePortMain, a MessagePort and the in-memory pair all fit behind it. */
export interface RpcPort {
  /** @throws when the message cannot be cloned; then nothing was sent */
  send(message: unknown): void;
  /** One listener; messages that came earlier are delivered once it is set. */
  onMessage(listener: (message: unknown) => void): void;
  /** The other side closed the port or is gone. */
  onClose(listener: () => void): void;
  close(): void;
}
