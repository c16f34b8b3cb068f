import { isRecord, textOf } from './json.js';

/** @typedef {Record<string, unknown>} Detail */

/**
 * Assembles the reasoning of a model, in any of its forms: `reasoning_content`, `reasoning`, or `reasoning_details`,
 * whose pieces are joined by index and type, and sent back to the service unchanged.
 */
export function createReasoning() {
  let content = '';
  /** @type {Detail[]} */
  const details = [];

  /** @param {Detail} piece */
  const addDetail = (piece) => {
    const last = details.findLast(
      ({ index, type }) => piece.index !== undefined && index === piece.index && type === piece.type,
    );
    if (!last) return void details.push({ ...piece });
    for (const [name, value] of Object.entries(piece)) {
      const isText = name === 'text' || name === 'summary' || name === 'data';
      if (isText && typeof value === 'string') last[name] = textOf(last[name]) + value;
      else if (value !== null && value !== undefined) last[name] = value;
    }
  };

  return {
    /**
     * @param {Record<string, unknown>} delta
     * @returns {string} its share in the readable thinking
     */
    push(delta) {
      const pieces = Array.isArray(delta.reasoning_details) ? delta.reasoning_details.filter(isRecord) : [];
      for (const piece of pieces) addDetail(piece);
      content += textOf(delta.reasoning_content);
      return (
        textOf(delta.reasoning_content) ||
        textOf(delta.reasoning) ||
        pieces.map(({ text, summary }) => textOf(text) || textOf(summary)).join('')
      );
    },

    /** The fields that the service wants back. @returns {Record<string, unknown> | null} */
    toReturn() {
      if (details.length > 0) return { reasoning_details: details };
      return content ? { reasoning_content: content } : null;
    },
  };
}
