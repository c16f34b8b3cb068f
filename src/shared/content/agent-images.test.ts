import { test } from 'vitest';
import { expectToGrowWithText } from '../testing/growth.ts';
import { imageIdsIn, withImagesNamed } from './agent-images.ts';

test('words that only begin images are read in linear time', async () => {
  const pieces = ['![', '![a', '![](agent-image:', `![](agent-image:${'0'.repeat(32)} "`];
  await expectToGrowWithText(24_000, pieces, (text) => {
    imageIdsIn(`agent-image:${text}`);
    withImagesNamed(`agent-image:${text}`);
  });
});
