/** @module-tag search */

import { describe, expect, it } from 'vitest';
import type { Answer } from '../../e2e/servers/provider-server.ts';
import { lengthOf } from '../../src/shared/testing/soak.ts';
import { activated, answer, ask, outcome } from './extension-harness.ts';
import { manifestOf, type Service, serve, services } from './provider-services.fixture.ts';

/** Streams over real connections that end early with a valid body, as by proxies and failing services. */

/** Marks of the line that reports the end of an answer, and of the last one that shows that a text is complete. */
const ends: readonly { service: Service; end: string | RegExp; wholeText?: string }[] = [
  { service: services.anthropic, end: '"type":"message_delta"', wholeText: '"type":"content_block_stop"' },
  { service: services.gemini, end: '"finishReason"' },
  {
    service: services.responses,
    end: '"type":"response.completed"',
    wholeText: '"type":"response.output_item.done"',
  },
  { service: services.compatible, end: /"finish_reason":"\w+"/ },
  { service: services.ollama, end: '"done":true' },
];

const spoken: Answer = { thinking: ['Hm'], text: ['Größe'] };
const calling: Answer = { thinking: ['Hm'], text: ['So'], toolCalls: [{ id: 'a', name: 'find', input: '{"q":1}' }] };
const thinking: Answer = { thinking: ['Hm', ' so'] };

describe.each(ends)('$service.name', ({ service, end, wholeText }) => {
  const { extension, format, vendor } = service;
  const model = 'tiny';

  async function start(script: Answer, isUsual: boolean) {
    let wire = Buffer.alloc(0);
    const server = await serve(format, {
      models: [model],
      answer(prompt, body) {
        if (prompt !== 'whole') return { ...script, endsAfter: Number(prompt) };
        wire = Buffer.from(format.frames(script, body).join(''));
        return script;
      },
    });
    const base = `${isUsual ? vendor : new URL(server.url).origin}${format.basePath}`;
    const harness = await activated(extension, { base_url: base }, manifestOf(service));
    harness.hosts[vendor] = new URL(server.url).origin;
    if (isUsual) harness.key = 'good';
    expect((await outcome(answer(harness.provider, model, ask('whole')))).thrown).toBeNull();

    /** Offset of the end of the line with this mark; by default of the last such line. */
    const behind = (mark: string | RegExp, which = -1) => {
      const places = [...wire.toString('latin1').matchAll(new RegExp(mark, 'g'))].map(({ index }) => index);
      const stop = wire.indexOf('\n', places.at(which) ?? Number.NaN);
      return wire[stop - 1] === 13 ? stop - 1 : stop;
    };
    /**
     * Cuts at every byte around an offset, and at the start of each part of the stream; in soak also in its middle
     * and around its end.
     */
    const cutsAround = (place: number) => {
      const all = new Set(Array.from({ length: lengthOf(6, 60) }, (_, index) => place - lengthOf(4, 50) + index));
      let start = 0;
      for (const part of wire.toString('latin1').split(/(?<=\n\n)|(?<=\n)(?=\{)/)) {
        const stop = start + part.length;
        for (const cut of [start, (start + stop) >> 1, stop - 2].slice(0, lengthOf(1, 3))) all.add(cut);
        start = stop;
      }
      return [...all, wire.length];
    };
    const cutAt = async (cut: number) => {
      const { events, thrown } = await outcome(answer(harness.provider, model, ask(String(cut))));
      const isFinished = events.some(({ type }) => type === 'stop');
      return thrown ? `${isFinished ? 'stop and ' : ''}${thrown.code}` : isFinished ? 'finished' : 'nothing';
    };
    return { behind, cutsAround, cutAt };
  }

  /** Outcome of each cut, with a few at a time. */
  async function outcomes(cuts: readonly number[], cutAt: (cut: number) => Promise<string>) {
    const found = new Map<number, string>();
    const left = [...cuts];
    const work = async () => {
      for (let cut = left.shift(); cut !== undefined; cut = left.shift()) found.set(cut, await cutAt(cut));
    };
    await Promise.all(Array.from({ length: 8 }, work));
    return found;
  }

  it('at the vendor’s own origin nothing is an answer before its end is said, and is then', async () => {
    for (const script of [spoken, calling, thinking]) {
      const { behind, cutsAround, cutAt } = await start(script, true);
      const isSaid = behind(end);
      for (const [cut, found] of await outcomes(cutsAround(isSaid), cutAt)) {
        expect(found, `at ${cut}`).toBe(cut >= isSaid ? 'finished' : 'network');
      }
    }
  });

  it('elsewhere a text is one where it is whole; calls and thoughts alone are none before the end is said', async () => {
    for (const script of [spoken, calling, thinking]) {
      const { behind, cutsAround, cutAt } = await start(script, false);
      const isSaid = behind(end);
      const isWhole = wholeText !== undefined && script === spoken ? behind(wholeText) : isSaid;
      // Of a part that began after a text nothing may have arrived, or too little to be noticed.
      const maySeemWhole = (cut: number) =>
        wholeText !== undefined && (script === calling ? cut < behind('"find"', 0) : cut >= isWhole);
      for (const [cut, found] of await outcomes(cutsAround(isWhole), cutAt)) {
        const broken = ['network', 'invalid-response'];
        if (cut >= isSaid) expect(found, `at ${cut}`).toBe('finished');
        else expect(maySeemWhole(cut) ? ['finished', ...broken] : broken, `at ${cut}`).toContain(found);
        if (cut === isWhole) expect(found).toBe('finished');
      }
    }
  });
});
