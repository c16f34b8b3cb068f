import { mainEvents, type WhenLate } from '../../shared/contract/main-events.ts';
import type { MainEvent } from '../../shared/contract/renderer-api.ts';

/** Events that wait for a renderer. */
const maxWaiting = 200;

/**
 * What a renderer must learn that connects later or anew, as the table of events says: the state that it cannot ask for
 * (hosts, notices, what is open between an extension and the person), and what the person did while nobody listened.
 */
export function createEventBacklog() {
  const standing = new Map<string, MainEvent>();
  let waiting: MainEvent[] = [];

  return {
    /** Notes an event. `isDelivered`: a renderer is connected and gets it now. */
    add(event: MainEvent, isDelivered: boolean) {
      const late = mainEvents[event.type].whenLate as WhenLate<MainEvent>;
      switch (late.is) {
        case 'latest':
          standing.set(event.type, event);
          return;
        case 'open':
          standing.set(`${late.what} ${late.id(event)}`, event);
          return;
        case 'ended':
          standing.delete(`${late.what} ${late.id(event)}`);
          return;
        case 'kept':
          if (!isDelivered) waiting = [...waiting, event].slice(-maxWaiting);
          return;
        case 'dropped':
          return;
      }
    },
    /** What a renderer that connects now has to be told; events that wait are handed over once. */
    take() {
      const events = [...standing.values(), ...waiting];
      waiting = [];
      return events;
    },
  };
}
