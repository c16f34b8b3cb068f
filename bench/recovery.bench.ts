import { askExtensionHosts } from './extension-hosts.ts';
import { compare, type Question, roundsOf } from './measure.ts';
import { reportTarget } from './target.ts';

const rounds = roundsOf(15);

export const question: Question = {
  name: 'recovery',
  asks: 'kill -9 of an extension host to the first call that succeeds in its extension, over the start of a bare utility process',
  async run() {
    const measures = [...(await askExtensionHosts('recovery', rounds))].map(([name, pairs]) =>
      compare(name, 'ms', pairs),
    );
    for (const { name, ratio } of measures) {
      // A page of nothing speaks as soon as it is loaded; a host has its worker to start.
      if (!name.endsWith('a bare page')) reportTarget(name, ratio, { atMost: 1.2 });
    }
    return measures;
  },
};
