/**
 * Whether a word that is being typed leads to an option. A component of Zed gives all that it has, as Zed shows those
 * whose label has the typed letters in their order.
 */
export function isFitting(typed: string, { label, newText }: { readonly label: string; readonly newText: string }) {
  return hasInOrder(label, typed) || hasInOrder(newText, typed);
}

function hasInOrder(text: string, letters: string): boolean {
  const all = text.toLowerCase();
  let from = 0;
  for (const letter of letters.toLowerCase()) {
    const at = all.indexOf(letter, from);
    if (at === -1) return false;
    from = at + letter.length;
  }
  return true;
}
