import { describe, expect, test } from 'vitest';
import { fail, ok, type Result } from '../../../shared/contract/errors.ts';
import { maxImages } from '../../../shared/contract/prompt-image.ts';
import { imageOf, later, loaded } from '../threads/agent-world.fixture.ts';

const file = (text: string) => new Blob([text]);
const names = ({ images }: { images: readonly { data: string }[] }) => images.map(({ data }) => data);

describe('images of the draft', () => {
  test('keep the order in which they came, and can be taken away', async () => {
    const its = await loaded();
    await Promise.all([its.agent.images.add([file('a'), file('b')]), its.agent.images.add([file('c')])]);
    expect(names(its.state())).toEqual(['a', 'b', 'c']);
    const [, second] = its.state().images;
    if (second) its.agent.images.remove(second);
    expect(names(its.state())).toEqual(['a', 'c']);
  });

  test('a file that is none is told of once', async () => {
    const its = await loaded();
    await its.agent.images.add([file('a'), file('no image'), file('nor this')]);
    expect(its.state()).toMatchObject({ reading: 0, imageNote: 'That is no image.' });
    expect(names(its.state())).toEqual(['a']);
  });

  test('no more than a message takes', async () => {
    const its = await loaded();
    const files = (count: number) => Array.from({ length: count }, (_, index) => file(`n${index}`));
    const first = its.agent.images.add(files(maxImages - 1));
    await Promise.all([first, its.agent.images.add(files(3))]);
    expect(its.state().images).toHaveLength(maxImages);
    expect(its.state().imageNote).toContain('the others were left out');
  });
});

describe('sending images', () => {
  test('they go with their prompt; what is added meanwhile is of the next one', async () => {
    const { promise, resolve } = later<Result<null>>();
    const its = await loaded({ send: () => promise });
    its.agent.setDraft('Look');
    await its.agent.images.add([file('a')]);
    const sent = its.agent.send('Look');
    await its.agent.images.add([file('b')]);
    expect(its.state().sending.map(names)).toEqual([['a']]);
    expect(names(its.state())).toEqual(['b']);
    resolve(ok(null));
    await sent;
    expect(its.state().draft).toBe('');
    expect(names(its.state())).toEqual(['b']);
  });

  test('those that are read late go with the prompt that they were added to', async () => {
    const [late, later_] = [later<string>(), later<string>()];
    const its = await loaded();
    const slow = (text: Promise<string>) => Object.assign(new Blob(), { text: () => text });
    void its.agent.images.add([slow(late.promise)]);
    const first = its.agent.send('one');
    void its.agent.images.add([slow(later_.promise)]);
    const second = its.agent.send('two');
    late.resolve('a');
    await first;
    expect(its.asked).toEqual(['send t one [a]']);
    later_.resolve('b');
    await second;
    expect(its.asked).toEqual(['send t one [a]', 'send t two [b]']);
  });

  test('that fails brings them back', async () => {
    const its = await loaded({ send: async () => fail('model-missing', 'No model.') });
    await its.agent.images.add([file('a')]);
    await its.agent.send('Look');
    expect(names(its.state())).toEqual(['a']);
  });

  test('waits until they are read; images alone are enough', async () => {
    const its = await loaded();
    void its.agent.images.add([file('a')]);
    await its.agent.send('');
    expect(its.asked).toEqual(['send t  [a]']);
    expect(its.state().images).toEqual([imageOf('a')].slice(1));
  });

  test('is given up when one of them turns out to be none; the second time it goes', async () => {
    const its = await loaded();
    its.agent.setDraft('Look');
    void its.agent.images.add([file('no image')]);
    await its.agent.send('Look');
    expect(its.asked).toEqual([]);
    expect(its.state()).toMatchObject({ draft: 'Look', sending: [], imageNote: 'That is no image.' });
    await its.agent.send('Look');
    expect(its.asked).toEqual(['send t Look']);
  });

  test('Stop gives it up while they are read', async () => {
    const its = await loaded();
    void its.agent.images.add([file('a')]);
    const sent = its.agent.send('Look');
    await its.agent.stop();
    await sent;
    expect(its.asked).toEqual([]);
    await expect.poll(() => names(its.state())).toEqual(['a']);
  });
});
