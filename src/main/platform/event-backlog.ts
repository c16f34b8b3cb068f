import { mainEvents, type WhenLate } from '../../shared/contract/main-events.ts';
import type { MainEvent } from '../../shared/contract/renderer-api.ts';

/** Events queued for a renderer. */
const maxWaiting = 200;

/**
 * Events for a renderer that connects later or again, by `whenLate` in the table of events: state that it cannot ask
 * for (hosts, notices, open questions of extensions), and actions of the person while none was connected.
 */
export function createEventBacklog() {
  const standing = new Map<string, MainEvent>();
  let waiting: MainEvent[] = [];

  return {
    /** Records an event. `isDelivered`: a renderer is connected and gets it now. */
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
    /** The events for a renderer that connects now; queued ones are handed over once. */
    take() {
      const events = [...standing.values(), ...waiting];
      waiting = [];
      return events;
    },
  };
}
