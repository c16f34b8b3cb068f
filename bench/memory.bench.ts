import { askExtensionHosts } from './extension-hosts.ts';
import { compare, type Question, roundsOf } from './measure.ts';
import { reportTarget } from './target.ts';

const rounds = roundsOf(5);

export const question: Question = {
  name: 'memory',
  asks: 'memory of an idle extension host with one small extension, over a bare utility process (or a bare page, for a worker)',
  async run() {
    return [...(await askExtensionHosts('memory', rounds))].flatMap(([name, pairs]) => {
      const differences = pairs.map(({ value, floor }) => ({ value: value - floor, floor }));
      const more = compare(`${name}: more`, 'MB', differences);
      reportTarget(more.name, more.value, { atMost: 15 });
      return [compare(name, 'MB', pairs), more];
    });
  },
};
