/** Undoes a registration; calling it twice is harmless. */
export interface Disposable {
  dispose(): void;
}
