// Blanks that are as wide as a space, or narrower, pass for one or for nothing; so does a sign of Braille without dots.
const hidden = /[^\P{C}\n\t]|[^\P{Z} \u3000]|\u2800|\p{Default_Ignorable_Code_Point}/gu;
/** What joins signs to one picture is seen in that. */
const joining = /(?<=\p{Extended_Pictographic}\ufe0f?)\u200d(?=\p{Extended_Pictographic})|(?<=\p{Emoji})\ufe0f/gu;
const hiddenInName = new RegExp(`${joining.source}|${hidden.source}|[\\n\\t]`, 'gu');

const writtenOut = (mark: string): string => `⟨U+${mark.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')}⟩`;

/** A text of somebody else with all there is to it in sight: what would be hidden, or turn letters round, is written out. */
export const visibleText = (text: string): string => text.replace(hidden, writtenOut);

/** The same for the name of a file, a folder or a person's own thing, which stands in one line beside the app's own words. */
export const visibleName = (name: string): string =>
  name.replace(hiddenInName, (mark, at: number, whole: string) => {
    joining.lastIndex = at;
    return joining.exec(whole)?.index === at ? mark : writtenOut(mark);
  });
