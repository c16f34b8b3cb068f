/** A text that arrives in pieces, as a whole, or both: reports each character once. */
export function createToldText() {
  let told = '';
  return {
    /** @param {string} piece */
    more(piece) {
      told += piece;
      return piece;
    },
    /**
     * @param {string} text the final whole text
     * @returns {string} the part that was not reported yet
     */
    whole(text) {
      const rest = text.startsWith(told) ? text.slice(told.length) : '';
      told += rest;
      return rest;
    },
  };
}
