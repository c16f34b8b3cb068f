import { lookup as systemLookup } from 'node:dns';
import { type LookupFunction, setDefaultAutoSelectFamilyAttemptTimeout } from 'node:net';
import { isLoopbackName } from './private-address.ts';

export interface FoundAddress {
  readonly address: string;
  /** 4 or 6. */
  readonly family: number;
}

/** Asks for all addresses of a name. Rejects with the system's error. */
export type Resolve = (name: string) => Promise<readonly FoundAddress[]>;

export const systemResolve: Resolve = (name) =>
  new Promise((resolve, reject) => {
    systemLookup(name, { all: true }, (error, found) => (error ? reject(error) : resolve(found)));
  });

// Each of several addresses has so many milliseconds. Node's 250 are less than a far service or a busy computer takes, and
// then there is none left to connect to.
setDefaultAutoSelectFamilyAttemptTimeout(2_500);

const loopback: readonly FoundAddress[] = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
];

/**
 * The look-up of a connection: a name is asked for once, all that is found is judged, and one of these is connected to. A
 * name cannot be one thing when it is judged and another when it is used. A host that is an address is never looked up.
 * @param refuse the error for these addresses; null: they may be connected to
 */
export function pinnedLookup(
  resolve: Resolve,
  refuse: (name: string, addresses: readonly string[]) => Error | null,
): LookupFunction {
  return (name, options, done) => {
    const found = isLoopbackName(name) ? Promise.resolve(loopback) : resolve(name);
    found.then(
      (all) => {
        const refused = refuse(
          name,
          all.map(({ address }) => address),
        );
        if (refused) return done(refused, [], 0);
        const wanted = all.filter(({ family }) => !options.family || family === familyOf(options.family));
        const [first] = wanted;
        if (!first) return done(unknownName(name), [], 0);
        if (options.all) done(null, [...wanted]);
        else done(null, first.address, first.family);
      },
      (error) => done(error as NodeJS.ErrnoException, [], 0),
    );
  };
}

const familyOf = (family: number | string): number => Number(String(family).replace('IPv', ''));

const unknownName = (name: string): NodeJS.ErrnoException =>
  Object.assign(new Error(`There is no address of ${name}.`), { code: 'ENOTFOUND' });
