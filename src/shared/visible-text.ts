// Blanks as wide as a space or narrower, and the empty Braille pattern, could be mistaken for a space or for nothing.
const hidden = /[^\P{C}\n\t]|[^\P{Z} \u3000]|\u2800|\p{Default_Ignorable_Code_Point}/gu;
/** Joiners within emoji sequences, which are visible in the resulting picture. */
const joining = /(?<=\p{Extended_Pictographic}\ufe0f?)\u200d(?=\p{Extended_Pictographic})|(?<=\p{Emoji})\ufe0f/gu;
const hiddenInName = new RegExp(`${joining.source}|${hidden.source}|[\\n\\t]`, 'gu');

const writtenOut = (mark: string): string => `⟨U+${mark.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')}⟩`;

/** Writes hidden characters of a foreign text as code points, also those that change the text direction. */
export const visibleText = (text: string): string => text.replace(hidden, writtenOut);

/** Like `visibleText`, for names of files, folders and the like, shown in one line beside the app's own words. */
export const visibleName = (name: string): string =>
  name.replace(hiddenInName, (mark, at: number, whole: string) => {
    joining.lastIndex = at;
    return joining.exec(whole)?.index === at ? mark : writtenOut(mark);
  });
