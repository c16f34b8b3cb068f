/** One line of the picker. */
export interface Choice {
  readonly id: string;
  /** The file that it opens. */
  readonly path?: string | undefined;
  readonly label: string;
  /** Indices of the characters of the label that matched. */
  readonly matched: readonly number[];
  /** Muted, after the label. */
  readonly detail?: string | undefined;
  /** Keyboard shortcut, at the end of the line. */
  readonly key?: string | undefined;
  choose(): void;
}
