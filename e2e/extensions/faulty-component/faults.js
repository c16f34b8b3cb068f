import { fetchStream } from 'outrigger:extension/http-client@0.1.0';
import { write } from 'outrigger:extension/log@0.1.0';
import { get } from 'outrigger:extension/settings@0.1.0';

/** What nothing lets go of. */
const kept = [];

const request = () =>
  fetchStream({
    method: 'get',
    url: `${JSON.parse(get('base_url'))}/faulty`,
    headers: [],
    body: null,
    redirectPolicy: { tag: 'follow-all' },
  });

/** By name; one may return an event of an answer. */
const faults = {
  none() {},
  refuse() {
    throw 'It refuses, as it was asked to.';
  },
  trap() {
    write('no level of the log', 'It traps.');
  },
  loop() {
    for (;;);
  },
  grow() {
    for (;;) kept.push(new Uint8Array(16 * 1024 * 1024).fill(1));
  },
  flood() {
    for (let line = 0; ; line += 1) write('info', `line ${line} of a flood`);
  },
  /** Handles that are never closed. */
  leak() {
    for (let handle = 0; handle < 3; handle += 1) kept.push(request());
  },
  'close-twice'() {
    const response = request();
    response[Symbol.dispose]();
    response[Symbol.dispose]();
    response.nextChunk();
  },
  large: () => ({ tag: 'text', val: 'x'.repeat(100 * 1024 * 1024) }),
  /** More than a number of JavaScript holds exactly. */
  miscount: () => ({ tag: 'usage', val: { inputTokens: 2 ** 60, outputTokens: 1, isEstimated: false } }),
};

export function fault(name) {
  const commit = faults[name];
  if (!commit) throw `There is no fault “${name}”.`;
  return commit();
}
