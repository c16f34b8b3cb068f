import { describe, expect, it } from 'vitest';
import { createEmitter, type Handlers } from './emitter.ts';

type Event = { type: 'opened'; path: string } | { type: 'closed' };

const world = () => {
  const told: string[] = [];
  const thrown: string[] = [];
  const emitter = createEmitter<Event>((error, { type }) => thrown.push(`${type}: ${(error as Error).message}`));
  return { told, thrown, ...emitter };
};

describe('an emitter', () => {
  it('tells those who handle an event, in the order in which they subscribed', () => {
    const { told, on, emit } = world();
    on({ opened: ({ path }) => void told.push(`first ${path}`), closed: () => void told.push('first closed') });
    on({ opened: ({ path }) => void told.push(`second ${path}`) });
    emit({ type: 'opened', path: '/a' });
    emit({ type: 'closed' });
    expect(told).toEqual(['first /a', 'second /a', 'first closed']);
  });

  it('tells nothing more after the undo, also when that comes while the event is being told', () => {
    const { told, on, emit } = world();
    const handlers = { closed: () => void told.push('twice') };
    on({ closed: () => undo() });
    const undo = on(handlers);
    on(handlers);
    emit({ type: 'closed' });
    emit({ type: 'closed' });
    expect(told).toEqual(['twice', 'twice']);
  });

  it('tells the others when a handler throws or rejects, and says which event it was', async () => {
    const { told, thrown, on, emit } = world();
    on({
      opened: () => {
        throw new Error('thrown');
      },
      closed: () => Promise.reject(new Error('rejected')),
    });
    on({ opened: () => void told.push('opened'), closed: () => void told.push('closed') });
    emit({ type: 'opened', path: '/a' });
    emit({ type: 'closed' });
    await Promise.resolve();
    expect(told).toEqual(['opened', 'closed']);
    expect(thrown).toEqual(['opened: thrown', 'closed: rejected']);
  });

  it('does not tell of an event whose handlers subscribe while it is told', () => {
    const { told, on, emit } = world();
    on({ closed: () => void on({ closed: () => void told.push('late') }) });
    emit({ type: 'closed' });
    expect(told).toEqual([]);
  });

  it('does not compile where an event has no handler, or one of its own that does not exist', () => {
    const refused = () => [
      // @ts-expect-error no handler for `closed`
      { opened: () => {} } satisfies Handlers<Event>,
      // @ts-expect-error unknown event `moved`
      { opened: () => {}, closed: () => {}, moved: () => {} } satisfies Handlers<Event>,
      // @ts-expect-error `closed` has no path
      { opened: () => {}, closed: ({ path }) => path } satisfies Handlers<Event>,
      // @ts-expect-error missing path
      world().emit({ type: 'opened' }),
    ];
    // Checked by `npm run check`; there is nothing to run.
    expect(refused).toBeTypeOf('function');
  });
});
