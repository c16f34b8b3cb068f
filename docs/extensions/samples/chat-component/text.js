/** As JSON in bytes. What is not ASCII is escaped, so that a letter is a byte. */
export function toBytes(value) {
  const escaped = (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`;
  const json = JSON.stringify(value).replace(/[\u0080-\uffff]/g, escaped);
  return Uint8Array.from(json, (letter) => letter.charCodeAt(0));
}

/** @throws a sentence, which the app shows to the person */
export function fromJson(text) {
  try {
    return JSON.parse(text);
  } catch {
    throw 'The service sent something that is not JSON.';
  }
}

/** The whole body of a response. */
export const textOf = (response) => [...linesOf(response)].join('\n');

/** The lines of a body, wherever the network cuts it. */
export function* linesOf(response) {
  let line = [];
  for (let chunk = response.nextChunk(); chunk !== null; chunk = response.nextChunk()) {
    for (const byte of chunk) {
      if (byte !== 10) line.push(byte);
      else {
        yield fromUtf8(line);
        line = [];
      }
    }
  }
  if (line.length > 0) yield fromUtf8(line);
}

function fromUtf8(bytes) {
  const plain = (byte) => byte < 128 && byte !== 37;
  const letters = bytes.map((byte) => (plain(byte) ? String.fromCharCode(byte) : `%${byte.toString(16)}`));
  try {
    return decodeURIComponent(letters.join(''));
  } catch {
    throw 'The service sent something that is not UTF-8.';
  }
}
