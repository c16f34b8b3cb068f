/** A piece of text with places to fill in, which is offered where a prefix of it is typed. */
export interface Snippet {
  readonly name: string;
  readonly prefixes: readonly string[];
  /** In the syntax of VS Code: `for (${1:item}) {\n\t$0\n}`. */
  readonly body: string;
  /** "" if there is none. */
  readonly description: string;
}
