import type { HttpEvent } from '../../../shared/contract/extension-api/extension-http.ts';
import { createLineReader, longestPiece, tooLong } from './line-reader.ts';

/** Parser of server-sent events (HTML standard): `field: value` lines with an empty line after each event. */
export function createEventReader(host: string, takeEvent: (event: HttpEvent) => void) {
  let name = '';
  let data: string[] = [];
  let size = 0;

  const dispatch = (isWhole: boolean) => {
    // By the standard there is no event without data.
    if (data.length > 0) takeEvent({ event: name || 'message', data: data.join('\n'), isWhole });
    name = '';
    data = [];
    size = 0;
  };

  const lines = createLineReader(host, (line) => {
    if (line === '') return dispatch(true);
    const colon = line.indexOf(':');
    const field = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? '' : line.slice(line[colon + 1] === ' ' ? colon + 2 : colon + 1);
    if (field === 'event') name = value;
    if (field !== 'data') return;
    data.push(value);
    // Even an empty line takes memory.
    size += value.length + 16;
    if (size > longestPiece) throw tooLong(host);
  });

  return {
    push: lines.push,
    /** End of the body: an incomplete event is returned too, for services that forget the last empty line. */
    end() {
      lines.end();
      dispatch(false);
    },
  };
}
