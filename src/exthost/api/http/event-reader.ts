import type { HttpEvent } from '../../../shared/contract/extension-api/extension-http.ts';
import { createLineReader, longestPiece, tooLong } from './line-reader.ts';

/** Events of `field: value` lines with an empty line after each, as the HTML standard has them. */
export function createEventReader(host: string, takeEvent: (event: HttpEvent) => void) {
  let name = '';
  let data: string[] = [];
  let size = 0;

  const dispatch = (isWhole: boolean) => {
    // Without data there is no event, says the standard.
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
    // A line takes memory even when it is empty.
    size += value.length + 16;
    if (size > longestPiece) throw tooLong(host);
  });

  return {
    push: lines.push,
    /** The body is over: what it left open comes too, for services that forget the last empty line. */
    end() {
      lines.end();
      dispatch(false);
    },
  };
}
