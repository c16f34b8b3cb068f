import { describe, expect, test, vi } from 'vitest';
import { loadScript, runLua, toolOf } from '../../../test-support/load-script.ts';

describe('ctx.ui', () => {
  test('shows what it has last, as nothing is sent while a script runs', async () => {
    const body = `
      ctx.ui.message("kept")
      for n = 1, 10000 do ctx.update("u" .. n) ctx.ui.status("s", "s" .. n) end
      ctx.sleep(0)
      ctx.ui.status("s", "again") ctx.ui.status("s") ctx.ui.status("s", "more") ctx.ui.status("s")
      ctx.ui.status("none", "x") ctx.ui.status("none")`;
    const { tool, asked, loaded } = await loadScript(toolOf(body));
    await tool('t');
    await loaded.deactivate();
    const shown = asked.map(([, params]) => params as { id?: string; text?: string; item?: { text: string } | null });
    await vi.waitFor(() =>
      expect(shown.map(({ id, text, item }) => [id, text ?? item?.text])).toEqual([
        [undefined, 'kept'],
        [undefined, 'u10000'],
        ['s', 's10000'],
        ['s', undefined],
      ]),
    );
  });

  test('asks the person', async () => {
    const { tool, asked } = await loadScript(
      toolOf(`
        local ui = ctx.ui
        local fruit = { { label = "Apple", description = "red" }, { label = "Pear" } }
        local said = {
          tostring(ui.confirm("Sure?", "It\\nis gone")), tostring(ui.confirm("No?")),
          ui.select("Which?", { "a", "b" }), ui.pick("Fruit?", fruit, "Filter") == fruit[2] and "pear",
          tostring(ui.select("None?", { "a" })),
          ui.input("Name?", "yours", "Ada"), tostring(ui.input("Nobody?")),
          ui.editor("Text?", "one\\ntwo"), tostring(ui.editor("Nobody?")),
        }
        return table.concat(said, " ")`),
      {
        answers: {
          'window.confirm': ({ title }) => title === 'Sure?',
          'window.pick': ({ title, items }) => (title === 'None?' ? null : items.length - 1),
          'window.prompt': ({ title, value }) => (title === 'Nobody?' ? null : `${value}!`),
        },
      },
    );
    expect(await tool('t')).toBe('true false b pear nil Ada! nil one\ntwo! nil');
    expect(asked.map(([, params]) => params)).toMatchObject([
      { title: 'Sure?', text: 'It\nis gone' },
      { title: 'No?', text: '' },
      { items: [{ label: 'a' }, { label: 'b' }] },
      { title: 'Fruit?', placeholder: 'Filter', items: [{ label: 'Apple', description: 'red' }, { label: 'Pear' }] },
      {},
      { title: 'Name?', placeholder: 'yours', value: 'Ada', isMultiline: false },
      {},
      { title: 'Text?', value: 'one\ntwo', isMultiline: true },
      {},
    ]);
  });

  test('takes options in place of any text that may be left out, and in one table', async () => {
    const { tool, asked } = await loadScript(
      toolOf(`
        local ui, t = ctx.ui, { timeout = 5000 }
        ui.confirm("1", "text", t) ui.confirm("2", t) ui.confirm("3", nil, t)
        ui.select("4", { "a" }, { placeholder = "p", timeout = 1000.5 })
        ui.input("5", "p", "v", t) ui.input("6", "p", t) ui.input("7", { value = "v" })
        ui.editor("8", "v", { placeholder = "p", timeout = 5000 })
        ui.prompt { type = "confirm", message = "9", text = "text", timeout = 5000 }
        ui.prompt { type = "confirm", title = "10", message = "text" }
        ui.prompt { type = "select", title = "11", options = { "a" }, timeout = 5000 }
        ui.prompt { type = "input", title = "12", default = "v", placeholder = "p", timeout = 5000 }
        ui.prompt { type = "editor", title = "13", text = "v", timeout = 5000 }
        ui.prompt { type = "editor", title = "14", value = "v" }`),
    );
    await tool('t');
    const [text, items, value, placeholder] = ['text', [{ label: 'a' }], 'v', 'p'];
    const timeoutMs = 5000;
    expect(asked.map(([, params]) => params)).toEqual([
      { title: '1', text, timeoutMs },
      { title: '2', text: '', timeoutMs },
      { title: '3', text: '', timeoutMs },
      { title: '4', items, placeholder, timeoutMs: 1000 },
      { title: '5', placeholder, value, isMultiline: false, timeoutMs },
      { title: '6', placeholder, value: '', isMultiline: false, timeoutMs },
      { title: '7', placeholder: '', value, isMultiline: false },
      { title: '8', placeholder, value, isMultiline: true, timeoutMs },
      { title: '9', text, timeoutMs },
      { title: '10', text },
      { title: '11', items, placeholder: '', timeoutMs },
      { title: '12', placeholder, value, isMultiline: false, timeoutMs },
      { title: '13', placeholder: '', value, isMultiline: true, timeoutMs },
      { title: '14', placeholder: '', value, isMultiline: true },
    ]);
  });

  test('tells in the log of an option that it does not know', async () => {
    const { tool, logged } = await loadScript(toolOf('ctx.ui.input("x", { colour = "red", timeout = 5000 })'));
    await tool('t');
    const line = 'extensions/hello.lua:1: ctx.ui.input: colour has no effect in this version of the app';
    await vi.waitFor(() => expect(logged()).toEqual([line]));
  });

  test.each(['confirm("x")', 'select("x", { "a" })', 'input("x")', 'editor("x")'])(
    'withdraws %s when its call is stopped',
    async (question) => {
      let isWithdrawn = false;
      const waits = (_params: unknown, { signal }: { signal: AbortSignal }) =>
        new Promise<never>(() => {
          signal.addEventListener('abort', () => {
            isWithdrawn = true;
          });
        });
      const answers = { 'window.confirm': waits, 'window.pick': waits, 'window.prompt': waits };
      const { tool, asked } = await loadScript(toolOf(`ctx.ui.${question}`), { answers });
      const abort = new AbortController();
      const running = tool('t', {}, abort.signal);
      await vi.waitFor(() => expect(asked).toHaveLength(1));
      abort.abort();
      await expect(running).rejects.toThrow('the call was stopped');
      await vi.waitFor(() => expect(isWithdrawn).toBe(true));
    },
  );

  test('shows a report', async () => {
    const { tool, asked } = await loadScript(
      toolOf(
        'ctx.ui.report("only text") ctx.ui.show_panel("Build", "done") ctx.ui.report { text = "# R", markdown = true }',
      ),
    );
    await tool('t');
    expect(asked).toEqual([
      ['window.showText', { title: 'Report', text: 'only text', isMarkdown: false }],
      ['window.showText', { title: 'Build', text: 'done', isMarkdown: false }],
      ['window.showText', { title: 'Report', text: '# R', isMarkdown: true }],
    ]);
  });

  test('shows messages and status items', async () => {
    const { tool, asked } = await loadScript(
      toolOf(
        'ctx.ui.message("m") ctx.ui.notify("n", "warn") ctx.ui.status("s", "text") ctx.sleep(0) ctx.ui.set_status("s")',
      ),
    );
    await tool('t');
    await vi.waitFor(() =>
      expect(asked).toEqual([
        ['window.message', { severity: 'info', text: 'm', actions: [] }],
        ['window.message', { severity: 'warning', text: 'n', actions: [] }],
        ['window.status', { id: 's', item: { text: 'text', tooltip: '' } }],
        ['window.status', { id: 's', item: null }],
      ]),
    );
    await expect(runLua('ctx.ui.message("\\xff", "warn")')).rejects.toThrow(
      'extensions/hello.lua:1: a text that is not UTF-8 cannot be passed: ctx.ui.message: argument 1',
    );
  });

  test.each([
    ['ctx.ui.set_editor_text("x")', 'ctx.ui.set_editor_text is not available: what is in the composer is the person'],
    ['ctx.ui.confrm("x")', 'there is no ctx.ui.confrm; did you mean ctx.ui.confirm?'],
    ['ctx.ui.confirm()', 'ctx.ui.confirm needs a title, and got a nil'],
    ['ctx.ui.confirm("x", 5)', 'ctx.ui.confirm needs a text as its text, and got a number'],
    ['ctx.ui.confirm("x", ("x"):rep(4001))', 'ctx.ui.confirm takes a text of 4000 letters at most'],
    ['ctx.ui.confirm("x", { timeout = 999 })', 'ctx.ui.confirm: timeout has milliseconds, from 1000 to 3600000'],
    ['ctx.ui.confirm("x", { timeout = "5 s" })', 'ctx.ui.confirm: timeout has milliseconds'],
    ['ctx.ui.confirm("x", { timout = 5000 })', 'ctx.ui.confirm: there is no timout; did you mean timeout?'],
    ['ctx.ui.select("x", {})', 'ctx.ui.select needs one item at least'],
    ['ctx.ui.select("x", { 5 })', 'ctx.ui.select needs items that are texts, or tables with a label'],
    ['ctx.ui.input("x", "", ("x"):rep(65537))', 'ctx.ui.input takes a text of 65536 letters at most'],
    ['ctx.ui.editor("x", ("x"):rep(65537))', 'ctx.ui.editor takes a text of 65536 letters at most'],
    ['ctx.ui.prompt { type = "form" }', 'ctx.ui.prompt takes the types confirm, select, input and editor'],
    ['ctx.ui.report(5)', 'ctx.ui.report needs a text, a title and a text, or a table with text, and got a nil'],
    ['ctx.ui.report(("x"):rep(1 << 20) .. "x")', 'ctx.ui.report takes a text of 1048576 letters at most'],
    ['ctx.ui.message({})', 'ctx.ui.message needs a text, and got a table'],
    ['ctx.ui.message("x", "loud")', 'ctx.ui.message takes the levels info, warning and error'],
    ['ctx.ui.message(("x"):rep(4001))', 'ctx.ui.message takes a text of 4000 letters at most'],
    ['for _ = 1, 101 do ctx.ui.message("x") end', 'ctx.ui.message: 100 messages wait already'],
    ['ctx.ui.status("x", ("x"):rep(201))', 'ctx.ui.status takes a text of 200 letters at most'],
    ['for n = 1, 101 do ctx.ui.status("x" .. n, "x") end', 'ctx.ui.status: 100 items are too many'],
    ['ctx.ui.progress()', 'ctx.ui.progress needs a title, and got a nil'],
    ['ctx.ui.progress("x", "y")', 'ctx.ui.progress needs a table, and got a string'],
    ['for _ = 1, 101 do ctx.ui.progress("x") end', 'ctx.ui.progress: 100 are too many. End one with done()'],
    ['ctx.ui.progress("x").stop()', 'there is no progress.stop. progress has cancelled, done, report'],
    ['ctx.ui.progress("x").report("y", "z")', 'progress.report needs a text or nil, then a number from 0 to 1 or nil'],
    ['ctx.ui.progress("x"):report(("x"):rep(201))', 'progress.report takes a text of 200 letters at most'],
  ])('refuses %s, with a sentence', async (statement, message) => {
    await expect(runLua(statement)).rejects.toThrow(`extensions/hello.lua:1: ${message}`);
  });
});

describe('ctx.ui.progress', () => {
  /** A script beside a main like the real one: `progress.start` is pending until it is cancelled or ended. */
  async function setUp(body: string) {
    const open = new Map<string, (isCancelled: boolean) => void>();
    const loaded = await loadScript(toolOf(body), {
      answers: {
        'progress.start': ({ id }) => new Promise((resolve) => void open.set(id, resolve)),
        'progress.end'({ id }) {
          open.get(id)?.(false);
          open.delete(id);
          return null;
        },
      },
    });
    const told = () =>
      loaded.asked.map(([name, params]) => {
        const { title, message, fraction } = params as { title?: string; message?: string; fraction?: number };
        return [name, title ?? message, fraction];
      });
    return { ...loaded, open, told };
  }

  test('shows what was reported last, with a dot or a colon, and ends once', async () => {
    const body = `
      local p = ctx.ui.progress("Counting")
      for n = 1, 1000 do p.report("line " .. n) end
      p:report(nil, 0.5)
      ctx.sleep(0)
      p:report("more", 2)
      ctx.sleep(0)
      p:done() p.done() p.report("late")
      return tostring(p.cancelled())`;
    const { tool, told } = await setUp(body);
    expect(await tool('t')).toBe('false');
    await vi.waitFor(() =>
      expect(told()).toEqual([
        ['progress.start', 'Counting', undefined],
        ['progress.report', 'line 1000', 0.5],
        ['progress.report', 'more', 1],
        ['progress.end', undefined, undefined],
      ]),
    );
  });

  test('sends nothing of what begins and ends between two waits', async () => {
    const { tool, told } = await setUp('for n = 1, 10000 do ctx.ui.progress("x" .. n).done() end ctx.sleep(0)');
    await tool('t');
    expect(told()).toEqual([]);
  });

  test('ends with its block', async () => {
    const body = `
      do local p <close> = ctx.ui.progress("Closed") ctx.sleep(0) end
      ctx.signal.wait()`;
    const { tool, told } = await setUp(body);
    const abort = new AbortController();
    const running = tool('t', {}, abort.signal);
    await vi.waitFor(() => expect(told().at(-1)?.[0]).toBe('progress.end'));
    abort.abort();
    await running;
  });

  test.each([
    ['returns', 'ctx.sleep(0)', ''],
    ['fails', 'ctx.sleep(0) error("no")', 'no'],
    ['loops', 'ctx.sleep(0) while true do end', 'ran for 0.1 s without waiting'],
    ['is left as it does not stop', 'while true do pcall(ctx.sleep, 60000) end', 'the call was stopped'],
  ])('ends with its call, which %s', async (how, body, message) => {
    const abort = new AbortController();
    const script = toolOf(`for n = 1, 3 do ctx.ui.progress("P" .. n) end ${body}`);
    const open = new Set<string>();
    const { tool } = await loadScript(script, {
      limits: how === 'loops' ? { runMs: 100 } : {},
      answers: {
        'progress.start'({ id }, { signal }) {
          open.add(id);
          abort.abort();
          return new Promise((resolve) => signal.addEventListener('abort', () => resolve(false)));
        },
        'progress.end'({ id }) {
          open.delete(id);
          return null;
        },
      },
    });
    const running = tool('t', {}, message === 'the call was stopped' ? abort.signal : undefined);
    if (message === '') await running;
    else await expect(running).rejects.toThrow(message);
    await vi.waitFor(() => expect([abort.signal.aborted, open.size]).toEqual([true, 0]));
  });

  test('tells that the person cancelled it, or that its call is stopped', async () => {
    const body = `
      local p = ctx.ui.progress("Long", { cancellable = true })
      while not p.cancelled() do pcall(ctx.sleep, 1) end
      return "cancelled"`;
    const { tool, open, asked } = await setUp(body);
    const running = tool('t');
    await vi.waitFor(() => expect(open.size).toBe(1));
    expect(asked[0]).toEqual(['progress.start', { id: '1', title: 'Long', isCancellable: true }]);
    for (const answer of open.values()) answer(true);
    expect(await running).toBe('cancelled');
    const abort = new AbortController();
    const stopped = tool('t', {}, abort.signal);
    await vi.waitFor(() => expect(open.size).toBe(1));
    abort.abort();
    expect(await stopped).toBe('cancelled');
  });
});
