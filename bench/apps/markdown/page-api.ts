export type ContenderName = 'floor' | 'ours' | 'streamdown' | 'react-markdown';

/** Calls from the bench to the page. */
export interface MarkdownPage {
  begin(name: ContenderName, length: number, chunkLength: number, chunksAFrame: number): Promise<void>;
  /** Feeds what lies between two shares of the answer, and resolves when it is on screen. */
  feed(from: number, to: number): Promise<void>;
  /**
   * Shows a text character by character.
   * @returns what was shown and then replaced by another element
   */
  unsteady(text: string): Promise<string[]>;
  /**
   * Goes on with `before`, selects words in it, and goes on with `after` character by character.
   * @returns what is selected then
   */
  selectedAfter(before: string, words: string, after: string): string;
  /** @returns the longest task in milliseconds, and the height of the answer in pixels */
  seen(): { readonly longestTask: number; readonly height: number };
}
