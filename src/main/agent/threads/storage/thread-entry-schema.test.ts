import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ThreadEntry } from '../../../../shared/contract/thread.ts';
import { readerOf } from '../../../../shared/schema-reader.ts';
import { lengthOf } from '../../../../shared/testing/soak.ts';
import { entryOfEachKind } from './entry-of-each-kind.fixture.ts';
import { threadEntrySchema } from './thread-entry-schema.ts';

const entries = Object.values(entryOfEachKind);
const read = readerOf(threadEntrySchema);

describe('the reader of a thread’s lines', () => {
  // An effect is told in lines that are made plain, and an image and a currency have forms: those are for the schema.
  const { prompt, 'queue-added': queued, 'queue-edited': edited, 'tool-run': run, ...most } = entryOfEachKind;
  const { 'answer-agent-image': _image, ...others } = most;
  const { images: _images, ...withoutImages } = prompt;
  const withoutPrices = Object.values(others).map(
    ({ prices: _prices, ...entry }: ThreadEntry & { prices?: unknown }) => entry,
  );
  test.each([withoutImages, ...withoutPrices])('hands on a plain $kind as it came', (entry) => {
    expect(read(entry).data).toBe(entry);
  });

  test('says what the schema says of lines that something happened to', { tags: ['search'] }, () => {
    const part = fc.constantFrom<unknown>(null, 1, -1, '', 'answer-text', 'x', [], [1], ['x'], {}, true);
    const key = fc.constantFrom('kind', 'id', 'at', 'text', 'images', 'end', 'type', 'usage', 'labels', 'other');
    const broken = fc
      .tuple(fc.constantFrom(...entries), fc.array(fc.tuple(key, part), { maxLength: 2 }))
      .map(([entry, changes]): unknown => ({ ...entry, ...Object.fromEntries(changes) }));
    fc.assert(
      fc.property(broken, (line) => {
        const [ours, zods] = [read(line), threadEntrySchema.safeParse(line)];
        expect(ours.success).toBe(zods.success);
        expect(ours.data).toStrictEqual(zods.data);
      }),
      { numRuns: lengthOf(300, 20_000) },
    );
  });
});
