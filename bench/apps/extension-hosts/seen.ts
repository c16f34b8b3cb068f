/** What one round saw of one aspect. */
export interface Seen {
  readonly name: string;
  readonly value: number;
  readonly floor: number;
}
