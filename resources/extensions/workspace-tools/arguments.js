import { Refusal } from './refusal.js';

/** Arguments of a call from a model. They may violate the schema, so that each is validated when it is read. */
export class Arguments {
  #values;
  #place;

  /**
   * @param {unknown} input
   * @param {string} [place] of nested arguments, for error messages
   */
  constructor(input, place = '') {
    if (typeof input !== 'object' || input === null || Array.isArray(input)) {
      throw new Refusal(`Give an object${place === '' ? '' : ` as ${place}`}, not ${shown(input)}.`);
    }
    this.#values = /** @type {Record<string, unknown>} */ (input);
    this.#place = place;
  }

  /**
   * @param {string} name
   * @param {string} example
   */
  text(name, example) {
    const value = this.#values[name];
    if (typeof value === 'string') return value;
    throw this.#refusal(name, `a text such as ${example}`);
  }

  /** A text that is not blank. @param {string} name @param {string} example */
  words(name, example) {
    const value = this.text(name, example);
    if (value.trim() !== '') return value;
    throw this.#refusal(name, `a text such as ${example}`);
  }

  /**
   * @param {string} name
   * @param {string} example
   */
  optionalText(name, example) {
    return this.#isAbsent(name) ? undefined : this.words(name, example);
  }

  /** @param {string} name */
  flag(name) {
    const value = this.#values[name];
    if (this.#isAbsent(name)) return false;
    if (typeof value === 'boolean') return value;
    throw this.#refusal(name, 'true or false');
  }

  /**
   * @param {string} name
   * @param {{ least: number, most: number, usual: number }} range
   */
  whole(name, { least, most, usual }) {
    const value = this.#isAbsent(name) ? usual : this.#values[name];
    if (typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most) return value;
    const range = most === Number.MAX_SAFE_INTEGER ? `from ${least}` : `from ${least} to ${most}`;
    throw this.#refusal(name, `a whole number ${range}`);
  }

  /**
   * @param {string} name
   * @param {number} most
   */
  optionalSeconds(name, most) {
    if (this.#isAbsent(name)) return undefined;
    const value = this.#values[name];
    if (typeof value === 'number' && value > 0 && value <= most) return value;
    throw this.#refusal(name, `a number of seconds, up to ${most}`);
  }

  /**
   * @param {string} name
   * @param {string} example
   * @returns {Arguments[]} at least one
   */
  list(name, example) {
    const value = this.#values[name];
    if (!Array.isArray(value) || value.length === 0) throw this.#refusal(name, `a list such as ${example}`);
    return value.map((one, index) => new Arguments(one, `"${name}"[${index}]`));
  }

  /** Models write null for absent arguments. @param {string} name */
  #isAbsent(name) {
    return this.#values[name] === undefined || this.#values[name] === null;
  }

  /**
   * @param {string} name
   * @param {string} wanted
   */
  #refusal(name, wanted) {
    const where = this.#place === '' ? `"${name}"` : `"${name}" in ${this.#place}`;
    const given = this.#values[name] === undefined ? 'It is missing.' : `It is ${shown(this.#values[name])}.`;
    return new Refusal(`Give ${where}, ${wanted}. ${given}`);
  }
}

/** @param {unknown} value */
function shown(value) {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length <= 60 ? text : `${text.slice(0, 60)}…`;
}
