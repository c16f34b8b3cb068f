import { expect, test } from 'vitest';
import { captureNames, tagOfCapture } from '../../shared/contract/themes/capture-tags.ts';
import { codeTags } from '../../shared/contract/themes/code-tags.ts';
import { parseColour } from './colour.ts';
import type { ScopeLook } from './scope-rules.ts';
import { lookOfCaptures } from './tag-captures.ts';

const look: ScopeLook = { foreground: parseColour('#ff0000') ?? undefined };

test('what a theme of Zed says of a capture is the look of what a grammar captures by that name', () => {
  const without = captureNames.filter((name) => {
    const tag = codeTags[tagOfCapture(name) ?? -1];
    return tag === undefined || lookOfCaptures(tag, new Map([[name, look]])).foreground !== look.foreground;
  });
  expect(without).toEqual([]);
});
