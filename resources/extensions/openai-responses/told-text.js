/** A text that comes in pieces, as a whole, or both: each character is told once. */
export function createToldText() {
  let told = '';
  return {
    /** @param {string} piece */
    more(piece) {
      told += piece;
      return piece;
    },
    /**
     * @param {string} text all of it, as the service says it in the end
     * @returns {string} what is new in it
     */
    whole(text) {
      const rest = text.startsWith(told) ? text.slice(told.length) : '';
      told += rest;
      return rest;
    },
  };
}
