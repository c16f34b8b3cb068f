import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { lengthOf } from '../../../shared/testing/soak.ts';
import { blame } from './blame.ts';
import type { CpuProfile } from './cpu-profile.ts';

const extensions = [
  { id: 'a', rootPath: '/ext/a' },
  { id: 'b', rootPath: '/ext/b' },
];

interface Call {
  readonly name: string;
  readonly url?: string;
  readonly line?: number;
  readonly calls?: readonly Call[];
}

/** A profile with one node per call, found by name. @param samples `[name, microseconds until the next]` */
function profileOf(calls: readonly Call[], samples: readonly (readonly [name: string, time: number])[]): CpuProfile {
  const nodes: CpuProfile['nodes'] = [];
  const ids = new Map<string, number>();
  const add = ({ name, url = '', line = 0, calls: inner = [] }: Call): number => {
    const id = nodes.length + 1;
    ids.set(name, id);
    const node = { id, callFrame: { functionName: name, url, lineNumber: line, columnNumber: 0 }, children: [0] };
    nodes.push(node);
    node.children = inner.map(add);
    return id;
  };
  add({ name: '(root)', calls });
  const times = samples.map(([, time]) => time);
  return {
    nodes,
    startTime: 1_000,
    endTime: 1_000 + times.reduce((sum, time) => sum + time, 0),
    samples: samples.map(([name]) => ids.get(name) ?? -1),
    timeDeltas: [0, ...times.slice(0, -1)],
  };
}

const a = (name: string, calls: readonly Call[] = [], line = 0): Call => ({
  name,
  url: 'file:///ext/a/a.js',
  line,
  calls,
});
const b = (name: string): Call => ({ name, url: 'outrigger-extension://b/b.js', calls: [] });

describe('who took the time', () => {
  test('what an extension calls in the runtime counts for it, at the place that called', () => {
    const profile = profileOf(
      [a('work', [{ name: 'stringify', url: 'node:internal/json' }, a('help', [{ name: 'sort' }], 41)])],
      [
        ['stringify', 300],
        ['sort', 500],
        ['work', 100],
        ['(root)', 100],
      ],
    );
    expect(blame(profile, extensions)).toEqual({
      shares: [{ id: 'a', share: 0.8 + 0.1 }],
      hottest: { functionName: 'help', file: '/ext/a/a.js', line: 42 },
    });
  });

  test('of two in one stack it is the innermost', () => {
    const { shares, hottest } = blame(
      profileOf(
        [a('outer', [b('inner')])],
        [
          ['inner', 700],
          ['outer', 300],
        ],
      ),
      extensions,
    );
    expect(shares).toEqual([
      { id: 'b', share: 0.7 },
      { id: 'a', share: 0.3 },
    ]);
    expect(hottest).toEqual({ functionName: 'inner', file: 'outrigger-extension://b/b.js', line: 1 });
  });

  test('collecting garbage counts for who ran before, and idling for nobody', () => {
    const calls = [a('work'), { name: '(garbage collector)' }, { name: '(idle)' }, { name: '(program)' }];
    const samples = [
      ['work', 100],
      ['(garbage collector)', 500],
      ['(idle)', 9_000],
      ['(garbage collector)', 200],
      ['(program)', 200],
    ] as const;
    expect(blame(profileOf(calls, samples), extensions).shares).toEqual([{ id: 'a', share: 0.6 }]);
  });

  test('nobody, when no extension ran', () => {
    expect(blame(profileOf([{ name: 'host', url: 'file:///app/host.js' }], [['host', 100]]), extensions)).toEqual({
      shares: [],
      hottest: undefined,
    });
    expect(blame(profileOf([], []), extensions)).toEqual({ shares: [], hottest: undefined });
  });
});

describe('for any profile, also one that makes no sense', () => {
  const url = fc.constantFrom('', 'node:fs', 'file:///ext/a/x.js', 'file:///ext/b/y%20z.js', 'file:///%', 'eval');
  const id = fc.integer({ min: 1, max: 12 });
  const node = fc.record({
    id,
    callFrame: fc.record({
      functionName: fc.constantFrom('', 'f', 'g', '(idle)', '(garbage collector)'),
      url,
      lineNumber: fc.integer({ min: -1, max: 5 }),
      columnNumber: fc.constant(0),
    }),
    children: fc.array(id, { maxLength: 4 }),
  });
  const time = fc.integer({ min: -50, max: 2_000 });
  const profiles: fc.Arbitrary<CpuProfile> = fc.record({
    nodes: fc.array(node, { maxLength: 12 }),
    startTime: time,
    endTime: time,
    samples: fc.array(id),
    timeDeltas: fc.array(time),
  });

  test('shares are of known extensions, each once, above 0, sorted, and at most 1 together', {
    tags: ['search'],
  }, () => {
    fc.assert(
      fc.property(profiles, (profile) => {
        const { shares, hottest } = blame(profile, extensions);
        const ids = shares.map((share) => share.id);
        expect(new Set(ids).size).toBe(ids.length);
        for (const share of shares) expect(['a', 'b']).toContain(share.id);
        for (const { share } of shares) expect(share).toBeGreaterThan(0);
        expect(shares).toEqual(shares.toSorted((one, two) => two.share - one.share));
        expect(shares.reduce((sum, { share }) => sum + share, 0)).toBeLessThanOrEqual(1 + 1e-9);
        expect(hottest !== undefined).toBe(shares.length > 0);
        if (hottest) expect(hottest.file).toContain(`/ext/${ids[0]}/`);
      }),
      { numRuns: lengthOf(120, 1_000) },
    );
  });
});
