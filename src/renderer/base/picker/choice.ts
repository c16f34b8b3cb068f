/** One line of the picker. */
export interface Choice {
  readonly id: string;
  /** Of the file that it opens. */
  readonly path?: string | undefined;
  readonly label: string;
  /** Indices of the characters of the label that matched. */
  readonly matched: readonly number[];
  /** Quieter, after the label. */
  readonly detail?: string | undefined;
  /** At the end of the line. */
  readonly key?: string | undefined;
  choose(): void;
}
