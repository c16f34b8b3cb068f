/** A thread that the host of components has made, for code of one extension. */
export interface NestedThread<To, From> {
  post(message: To): void;
  /** @param hear what it says is of this form, but code of an extension is in it: its values are anything */
  onMessage(hear: (message: From) => void): void;
  /** @param hear gets why the thread could not go on */
  onFailure(hear: (reason: string) => void): void;
  /** At once, whatever it does. */
  end(): void;
}
