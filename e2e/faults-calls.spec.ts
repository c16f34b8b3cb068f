import { expect, faulty, test } from './support/fault-drill.ts';

test('a flood', async ({ drill }) => {
  const { typeDuring, command, othersAnswer, nothingIsLost } = await drill({ flood: 'js' });
  await command(faulty('flood'), 'answer');
  await typeDuring(() => command(faulty('flood'), 'flood'));
  await othersAnswer();
  await nothingIsLost();
});
test('garbage', async ({ drill }) => {
  const { typeDuring, command, othersAnswer, nothingIsLost, page } = await drill({ garble: 'js' });
  await command(faulty('garble'), 'answer');
  await typeDuring(() => command(faulty('garble'), 'garble').then(console.log));
  console.log(await page.evaluate(() => window.outrigger.extensions.running()));
  await othersAnswer();
  await nothingIsLost();
});
