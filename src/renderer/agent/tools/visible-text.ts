// Blanks that are as wide as a space, or narrower, pass for one or for nothing.
const hidden = /[^\P{C}\n\t]|[^\P{Z} \u3000]|\p{Default_Ignorable_Code_Point}/gu;

/** A text of a model with all there is to it in sight: what would be hidden, or turn letters round, is written out. */
export const visibleText = (text: string): string =>
  text.replace(hidden, (mark) => `⟨U+${mark.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')}⟩`);
