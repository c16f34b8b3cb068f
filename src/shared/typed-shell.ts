/** A draft that is a command for the shell: `!git status`, or `!!git status`, which no model is told. */
export interface ShellDraft {
  /** The marks before the command. */
  readonly marks: '!' | '!!';
  /** "" while only the marks are there. */
  readonly command: string;
  readonly isTold: boolean;
}

/** @returns null for a draft that is no command, such as an image of Markdown: `![logo](logo.png)` */
export function parseShell(draft: string): ShellDraft | null {
  const [, marks, command = ''] = /^(!!?)(?!\[)([\s\S]*)$/.exec(draft) ?? [];
  return marks === '!' || marks === '!!' ? { marks, command: command.trim(), isTold: marks === '!' } : null;
}

/** The draft of a message whose text may begin as a command does: a backslash says that it is none. */
export const asMessageDraft = (text: string): string => (parseShell(text) ? `\\${text}` : text);

/** The text of a message, as its draft says it. */
export const messageText = (draft: string): string => (draft.startsWith('\\!') ? draft.slice(1) : draft);
