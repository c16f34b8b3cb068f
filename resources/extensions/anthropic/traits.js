/**
 * Traits of a model that determine its requests. The service's list has only a part of them.
 * @typedef {object} Traits
 * @property {'none' | 'budget' | 'adaptive'} thinking form of the request to think
 * @property {Record<string, unknown> | null} notThinking value that turns thinking off; null: the field is left out
 * @property {boolean} hidesThinking unless the request asks for it
 * @property {boolean} bindsThinking thinking is valid only after the same messages
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
 * @returns {Traits} for an unknown name those that any service accepts
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
 * 4.6 becomes 406. A name without a number is that of a preview, which behaves like 4.7.
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
