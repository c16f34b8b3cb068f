/**
 * How a model wants to be asked. The service lists what it can, but not all of this.
 * @typedef {object} Traits
 * @property {'none' | 'budget' | 'adaptive'} thinking how it is asked to think
 * @property {Record<string, unknown> | null} notThinking how it is asked not to, null: by leaving it out
 * @property {boolean} hidesThinking unless it is asked to tell
 * @property {boolean} bindsThinking what it thought counts only after the very same conversation
 * @property {boolean} takesTemperature
 * @property {boolean} takesForcedTools
 * @property {number} context tokens
 * @property {number} output tokens
 * @property {number} cacheMinimum tokens
 */

/** "claude-3-7-sonnet-20250219", "claude-opus-4-1", "claude-haiku-4-5-20251001" */
const named = /claude-(?:(\d)-(?:(\d)-)?)?([a-z]+)(?:-(\d{1,2})(?!\d)(?:[-.](\d{1,2})(?!\d))?)?/;

/**
 * @param {string} modelId
 * @returns {Traits} of a name that is not known: what any service takes
 */
export function traitsOf(modelId) {
  const match = named.exec(modelId);
  const family = match?.[3] ?? '';
  const version = match ? versionOf(match) : 0;
  const isAlwaysThinking = /^(fable|mythos)$/.test(family) || (family === 'opus' && version >= 505);
  return {
    thinking: version >= 406 ? 'adaptive' : version >= 307 ? 'budget' : 'none',
    notThinking: version < 500 || isAlwaysThinking ? null : { type: offOf(family, version) },
    hidesThinking: version >= 407,
    bindsThinking: version >= 501,
    takesTemperature: version < 407,
    takesForcedTools: version < 501,
    context: version >= 406 ? 1_000_000 : 200_000,
    output: outputOf(family, version),
    cacheMinimum: cacheMinimumOf(family, version),
  };
}

/**
 * 4.6 is 406. A name without a number is one of a preview, which does as 4.7 does.
 * @param {RegExpExecArray} match
 */
const versionOf = ([, oldMajor, oldMinor, , major, minor]) =>
  oldMajor || major ? Number(oldMajor ?? major) * 100 + Number((oldMajor ? oldMinor : minor) ?? 0) : 407;

/**
 * @param {string} family
 * @param {number} version
 */
const offOf = (family, version) => (family === 'sonnet' && version >= 505 ? 'between_tools' : 'disabled');

/**
 * @param {string} family
 * @param {number} version
 */
function outputOf(family, version) {
  if (version >= 407 || (family === 'opus' && version === 406)) return 128_000;
  if (family === 'opus' && version >= 400 && version < 405) return 32_000;
  if (version >= 307) return 64_000;
  if (version === 0) return 32_000;
  return version === 305 ? 8192 : 4096;
}

/**
 * @param {string} family
 * @param {number} version
 */
function cacheMinimumOf(family, version) {
  if ((family === 'opus' && (version === 405 || version === 406)) || (family === 'haiku' && version === 405))
    return 4096;
  if ((family === 'opus' && version === 407) || (family === 'haiku' && version < 405)) return 2048;
  return 1024;
}
