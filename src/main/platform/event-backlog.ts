import type { MainEvent } from '../../shared/contract/renderer-api.ts';

export interface EventBacklog {
  /** Notes an event. `isDelivered`: a renderer is connected and gets it now. */
  add(event: MainEvent, isDelivered: boolean): void;
  /** What a renderer that connects now has to be told; events that wait are handed over once. */
  take(): MainEvent[];
}

/** Events that wait for a renderer. */
const maxWaiting = 200;

/**
 * What a renderer must learn that connects later or anew: the state that it cannot ask for (hosts, notices, what is open
 * between an extension and the person), and what the person did while nobody listened. Everything else it asks for
 * itself.
 */
export function createEventBacklog(): EventBacklog {
  const standing = new Map<string, MainEvent>();
  let waiting: MainEvent[] = [];

  return {
    add(event, isDelivered) {
      switch (event.type) {
        case 'hosts':
        case 'providers':
        case 'extensions':
        case 'contributions':
        case 'status-items':
        case 'progress':
        case 'documents-wanted':
        case 'install-question':
          standing.set(event.type, event);
          return;
        case 'notice':
          standing.set(`notice ${event.notice.id}`, event);
          return;
        case 'notice-withdrawn':
          standing.delete(`notice ${event.noticeId}`);
          return;
        case 'credential-request':
          standing.set(`credential ${event.request.id}`, event);
          return;
        case 'credential-request-ended':
          standing.delete(`credential ${event.requestId}`);
          return;
        case 'variable-question':
          standing.set(`variable ${event.question.id}`, event);
          return;
        case 'variable-question-ended':
          standing.delete(`variable ${event.questionId}`);
          return;
        case 'sign-in':
          standing.set(`sign-in ${event.signIn.id}`, event);
          return;
        case 'sign-in-ended':
          standing.delete(`sign-in ${event.signInId}`);
          return;
        case 'question':
          standing.set(`question ${event.question.id}`, event);
          return;
        case 'question-ended':
          standing.delete(`question ${event.questionId}`);
          return;
        case 'workspace':
        case 'settings':
        case 'document-opened':
        case 'document-changed':
        case 'command':
          if (!isDelivered) waiting = [...waiting, event].slice(-maxWaiting);
          return;
        case 'tree-changed':
        case 'thread-entries':
        // A page that loads asks for the thread, which has these.
        case 'answer-activity':
        case 'threads':
        case 'context-use':
        case 'review':
        // Whoever asked waits no longer than for a window that does not answer.
        case 'buffer-request':
        case 'close-requested':
          return;
        default:
          event satisfies never;
      }
    },
    take() {
      const events = [...standing.values(), ...waiting];
      waiting = [];
      return events;
    },
  };
}
