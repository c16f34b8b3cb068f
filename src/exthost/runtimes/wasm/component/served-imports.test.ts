import { expect, test } from 'vitest';
import { servedImports } from '../../../../shared/extensions/component-imports.ts';
import { createAnswerMemory } from '../answer-memory.ts';
import { HostAsker } from './host-asker.ts';
import { servedByHost } from './served-imports.ts';
import { createWasi } from './wasi.ts';
import { createWorldResources } from './world-resources.ts';

test('what the thread of a component serves is what main takes for served', () => {
  const host = new HostAsker(() => expect.unreachable('the host is asked'), createAnswerMemory(100), 1000);
  const served = [servedByHost(host), createWorldResources(host).served, createWasi(host, () => undefined)];
  expect(served.flatMap((one) => [...one.keys()]).toSorted()).toEqual(servedImports.toSorted());
});
