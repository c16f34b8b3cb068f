import { ProviderFailure } from './errors.js';

/**
 * @typedef {object} ServerSentEvent
 * @property {string} event its name; "message" without one
 * @property {string} data its data lines, joined by line feeds
 * @property {boolean} isTerminated false: the stream ended before the blank line that ends an event
 */

const longestEvent = 32 * 1024 * 1024;

/**
 * Parses `text/event-stream`. Chunks may end anywhere: inside a UTF-8 character, between CR and LF, inside a field.
 */
export function createSseParser() {
  const decoder = new TextDecoder();
  let line = '';
  let event = '';
  /** @type {string[]} */
  let data = [];
  let size = 0;
  let lastWasCr = false;

  /** @returns {ServerSentEvent[]} */
  const dispatch = (isTerminated = true) => {
    const events = data.length > 0 ? [{ event: event || 'message', data: data.join('\n'), isTerminated }] : [];
    event = '';
    data = [];
    size = 0;
    return events;
  };

  /**
   * @param {string} text a whole line, without its end
   * @returns {ServerSentEvent[]}
   */
  const takeLine = (text) => {
    if (text === '') return dispatch();
    const colon = text.indexOf(':');
    const field = colon < 0 ? text : text.slice(0, colon);
    const value = colon < 0 ? '' : text.slice(text[colon + 1] === ' ' ? colon + 2 : colon + 1);
    if (field === 'event') event = value;
    if (field === 'data') {
      data.push(value);
      size += value.length;
    }
    return [];
  };

  /** @param {string} text */
  const takeText = (text) => {
    const events = [];
    let start = lastWasCr && text[0] === '\n' ? 1 : 0;
    if (text !== '') lastWasCr = text.endsWith('\r');
    const ends = /\r\n|\r|\n/g;
    ends.lastIndex = start;
    for (let match = ends.exec(text); match; match = ends.exec(text)) {
      const whole = line + text.slice(start, match.index);
      line = '';
      start = ends.lastIndex;
      events.push(...takeLine(whole));
    }
    line += text.slice(start);
    if (line.length + size > longestEvent) {
      throw new ProviderFailure('invalid-response', 'The service sent an event that is too long to be an answer.');
    }
    return events;
  };

  return {
    /** @param {Uint8Array} chunk */
    push: (chunk) => takeText(decoder.decode(chunk, { stream: true })),
    /** The stream ended: what it left open, as services that forget the last blank line do. */
    end() {
      const events = takeText(decoder.decode());
      if (line !== '') events.push(...takeLine(line));
      line = '';
      return [...events, ...dispatch(false)];
    },
  };
}
