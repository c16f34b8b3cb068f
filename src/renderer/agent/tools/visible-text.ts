const hidden = /[^\P{C}\n\t]|[\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;

/** A text of a model with all there is to it in sight: what would be hidden, or turn letters round, is written out. */
export const visibleText = (text: string): string =>
  text.replace(hidden, (mark) => `⟨U+${mark.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')}⟩`);
