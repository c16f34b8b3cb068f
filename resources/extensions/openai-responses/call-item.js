/** @import { CompletionEvent } from '../../../src/shared/contract/provider.ts' */
/** @import { Json } from './json.js' */
/** @import { OutputItem } from './output-item.js' */
import { isRecord, textOf } from './json.js';

let madeIds = 0;
/** Milliseconds after which any growth is reported, as a sign of life. */
const longestSilence = 1_000;

/**
 * A tool call with growing arguments.
 * @param {Set<string>} ids of the calls of this answer, since some services use an id twice
 * @returns {OutputItem}
 */
export function createCallItem(ids) {
  let id = '';
  let name = '';
  let input = '';
  let toldLength = -1;
  let toldAt = 0;

  /** @param {string} given */
  const ownId = (given) => {
    const own = given !== '' && !ids.has(given) ? given : madeId();
    ids.add(own);
    return own;
  };

  /** @param {Json} source */
  const learn = (source) => {
    if (id === '' && textOf(source.call_id) !== '') id = ownId(textOf(source.call_id));
    name ||= textOf(source.name);
    if (isRecord(source.arguments)) input = JSON.stringify(source.arguments);
    else input = textOf(source.arguments) || input;
    return tellGrowth();
  };

  /**
   * Each event repeats the whole input, so that a long one is reported each time it has grown by an eighth, and once a
   * second: the sum stays proportional to its length.
   * @returns {CompletionEvent[]}
   */
  const tellGrowth = () => {
    const growth = input.length - toldLength;
    const isWorthIt =
      toldLength < 0 || growth > toldLength / 8 || (growth > 0 && Date.now() - toldAt >= longestSilence);
    if (id === '' || name === '' || !isWorthIt) return [];
    toldLength = input.length;
    toldAt = Date.now();
    return [{ type: 'tool-use', value: { id, name, input, isInputComplete: false } }];
  };

  return {
    isRefused: false,
    take(type, event) {
      if (type === 'function_call_arguments.delta') {
        input += textOf(event.delta);
        return tellGrowth();
      }
      return type === 'function_call_arguments.done' ? learn(event) : [];
    },
    whole: learn,
    end() {
      if (name === '') return [];
      id ||= ownId('');
      if (input.trim() === '') input = '{}';
      try {
        JSON.parse(input);
        return [{ type: 'tool-use', value: { id, name, input, isInputComplete: true } }];
      } catch (thrown) {
        const error = thrown instanceof Error ? thrown.message : String(thrown);
        return [{ type: 'tool-use-json-parse-error', value: { id, toolName: name, rawInput: input, error } }];
      }
    },
  };
}

/** An id for services without ids, unique in the thread. */
function madeId() {
  madeIds += 1;
  return `call_${Date.now().toString(36)}_${madeIds}`;
}
