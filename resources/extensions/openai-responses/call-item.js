/** @import { CompletionEvent } from '../../../src/shared/contract/provider.ts' */
/** @import { Json } from './json.js' */
/** @import { OutputItem } from './output-items.js' */
import { isRecord, textOf } from './json.js';

let madeIds = 0;

/**
 * A call of a tool, whose arguments grow.
 * @returns {OutputItem}
 */
export function createCallItem() {
  let id = '';
  let name = '';
  let input = '';
  let toldLength = -1;

  /** @param {Json} source */
  const learn = (source) => {
    id ||= textOf(source.call_id);
    name ||= textOf(source.name);
    if (isRecord(source.arguments)) input = JSON.stringify(source.arguments);
    else input = textOf(source.arguments) || input;
    return tellGrowth();
  };

  /**
   * Each event repeats the whole input, so a long one is told each time that it grew by an eighth: the sum stays
   * proportional to its length.
   * @returns {CompletionEvent[]}
   */
  const tellGrowth = () => {
    const isWorthIt = toldLength < 0 || input.length - toldLength > toldLength / 8;
    if (id === '' || name === '' || !isWorthIt) return [];
    toldLength = input.length;
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
      id ||= madeId();
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

/** For services that give no ids: unlike any other of the conversation. */
function madeId() {
  madeIds += 1;
  return `call_${Date.now().toString(36)}_${madeIds}`;
}
