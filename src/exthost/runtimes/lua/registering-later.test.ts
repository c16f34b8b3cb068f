import { describe, expect, test, vi } from 'vitest';
import type { Registering } from '../../../shared/contract/extensions/manifest.ts';
import { loadScript } from '../../test-support/load-script.ts';

/** A script whose command `do` runs Lua, with main's answers to what it registers. */
async function script(lua: string, answer: () => Promise<null> = async () => null) {
  const source = `zi.command("do", { handler = function(args, ctx) ${lua} end })`;
  const its = await loadScript(source, { answers: { 'contributions.register': answer } });
  /** What main was told: the names of everything, message by message. */
  const told = () =>
    its.asked
      .filter(([name]) => name === 'contributions.register')
      .map(([, params]) => {
        const { tools, commands, language_model_providers } = (params as { registered: Registering }).registered;
        return [tools, commands, language_model_providers].flatMap((table) => Object.keys(table ?? {}));
      });
  return { ...its, told };
}

describe('what a handler registers', () => {
  test('works when the handler has ended, and main was told of all of it at once', async () => {
    const { command, tool, api, told } = await script(`
      zi.command("say", { handler = function(what) return "said " .. what end })
      zi.tool("t", { description = "d", execute = function() return "done" end })
      zi.provider("p", { stream = print, models = { { id = "m" } } })`);
    await command('do');
    expect(told()).toEqual([['t', 'do', 'say', 'p']]);
    expect(await command('say', 'hello')).toEqual({ reply: 'said hello' });
    expect(await tool('t')).toBe('done');
    expect(await api.languageModels.provider('p').models()).toMatchObject([{ id: 'm' }]);
    expect(told()).toHaveLength(1);
  });

  test('is told before a wait is answered', async () => {
    const { command, told } = await script(
      'zi.command("a", { handler = print }) ctx.sleep(0) zi.command("b", { handler = print }) ctx.state.keys()',
    );
    await command('do');
    expect(told()).toEqual([
      ['do', 'a'],
      ['do', 'a', 'b'],
    ]);
  });

  test('is told too when the handler fails afterwards', async () => {
    const { command, told } = await script('zi.command("a", { handler = print }) error("no")');
    await expect(command('do')).rejects.toThrow('extensions/hello.lua:1: no');
    expect(told()).toEqual([['do', 'a']]);
  });

  test('replaces what had its name, also itself', async () => {
    const { command, told } = await script(`
      zi.command("do", { description = "Anew", handler = function() return "second" end })
      return "first"`);
    expect(await command('do')).toEqual({ reply: 'first' });
    expect(await command('do')).toEqual({ reply: 'second' });
    expect(told()).toEqual([['do']]);
  });

  test('can be taken away again', async () => {
    const { command, tool, told, api } = await script(`
      if args == "on" then
        zi.command("a", { handler = print })
        zi.tool("a", { description = "d", execute = print })
        zi.provider("a", { stream = print, is_authenticated = print })
      else
        zi.unregister_command("a") zi.unregister_tool("a") zi.unregister_provider("a")
      end`);
    await expect(command('do')).rejects.toThrow('extensions/hello.lua:7: there is no command "a"');
    await command('do', 'on');
    await command('do');
    expect(told()).toEqual([['a', 'do', 'a', 'a'], ['do']]);
    await expect(command('a')).rejects.toThrow('There is no slash command "a" any more');
    await expect(tool('a')).rejects.toThrow('There is no tool "a" any more');
    expect(() => api.languageModels.provider('a')).toThrow('There is no provider "a" any more');
  });

  test('may be an event, which reaches it from then on', async () => {
    const { command, loaded, api, asked, logged } = await script(`
      zi.on("session_shutdown", function() print("over") end)
      zi.on("turn_start", function(event) print("turn " .. event.turn_index) end)`);
    await command('do');
    expect(asked.filter(([name]) => name === 'contributions.register')).toMatchObject([
      ['contributions.register', { registered: { events: { turn_start: {} } } }],
    ]);
    const turn = { id: 'turn_start', threadId: 'thread', event: { answerId: 'a', turn: 3 } } as const;
    await api.events.tell(turn, new AbortController().signal);
    await loaded.deactivate();
    await vi.waitFor(() => expect(logged()).toEqual(['turn 3', 'over']));
  });

  test('may be no more events than all may be', async () => {
    const { command } = await script('for n = 1, 600 do zi.on("turn_start", print) end');
    await expect(command('do')).rejects.toThrow('extensions/hello.lua:1: an extension can register 500 things at most');
  });

  test('may be registered where nothing can wait', async () => {
    const { command, told } = await script(
      'table.sort({ 1, 2 }, function() zi.command("a", { handler = print }) return false end)',
    );
    await command('do');
    expect(told()).toEqual([['do', 'a']]);
  });

  test('is refused with its line, and what was there stays', async () => {
    const { command, told } = await script('zi.command("do", { handler = 5 })');
    await expect(command('do')).rejects.toThrow('zi.register_command do: handler must be a function, not a number');
    await expect(command('do')).rejects.toThrow(/^extensions\/hello\.lua:1: zi/);
    expect(told()).toEqual([]);
  });

  test('has the limit of all, which what is taken away leaves free', async () => {
    const { command } = await script(`
      for n = 1, 2000 do zi.command("c" .. n, { handler = print }) zi.unregister_command("c" .. n) end
      for n = 1, 2000 do zi.command("c" .. n, { handler = print }) end`);
    await expect(command('do')).rejects.toThrow('extensions/hello.lua:3: an extension can register 500 things at most');
  });

  test('that main refuses is an error where it waits next, or of its call', async () => {
    const refuse = async () => {
      throw Object.assign(new Error('It is refused.'), { code: 'extension-failed' });
    };
    const register = 'zi.command("a", { handler = print })';
    const waiting = await script(`${register} print(pcall(ctx.sleep, 0)) return "went on"`, refuse);
    expect(await waiting.command('do')).toEqual({ reply: 'went on' });
    await vi.waitFor(() => expect(waiting.logged()).toEqual(['false\textensions/hello.lua:1: It is refused.']));
    await expect((await script(register, refuse)).command('do')).rejects.toThrow('It is refused.');
  });
});

describe('while main is told', () => {
  test('more waits, and comes in one message', async () => {
    const answers: (() => void)[] = [];
    const answer = () => new Promise<null>((resolve) => answers.push(() => resolve(null)));
    const { command, told, logged } = await script('zi.command("c" .. args, { handler = print }) print(args)', answer);
    const first = command('do', 'first');
    await vi.waitFor(() => expect(told()).toHaveLength(1));
    const more = Array.from({ length: 20 }, (_, n) => command('do', String(n)));
    // On a busy computer the first has a rest, after which the others run.
    await vi.waitFor(() => expect(logged()).toHaveLength(21), 5000);
    expect(told()).toHaveLength(1);
    answers[0]?.();
    await first;
    await vi.waitFor(() => expect(told()).toHaveLength(2));
    answers[1]?.();
    await Promise.all(more);
    expect(told()[1]).toHaveLength(22);
    expect(told()).toHaveLength(2);
  });

  test('calls that register nothing go on', async () => {
    const { command, told } = await script(
      `if args == "" then zi.command("a", { handler = print }) end
       ctx.sleep(0)
       return "quick"`,
      () => new Promise(() => {}),
    );
    void command('do');
    await vi.waitFor(() => expect(told()).toHaveLength(1));
    expect(await command('do', 'nothing')).toEqual({ reply: 'quick' });
  });
});
