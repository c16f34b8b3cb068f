/** Measurement of one aspect in one round. */
export interface Seen {
  readonly name: string;
  readonly value: number;
  readonly floor: number;
}
