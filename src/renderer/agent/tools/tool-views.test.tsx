import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { ShownChange, ToolEffect, ToolRunState, ToolRunView } from '../../../shared/contract/tool.ts';
import { useRest } from '../../base/use-rest.ts';
import { ArgumentFields } from './arguments/ArgumentFields.tsx';
import { ToolArguments } from './arguments/ToolArguments.tsx';
import { Details } from './Details.tsx';
import { EffectView } from './EffectView.tsx';
import { FoldedText } from './FoldedText.tsx';
import { LiveOutput } from './LiveOutput.tsx';
import { RuleFields } from './questions/RuleFields.tsx';
import { ToolLine } from './ToolLine.tsx';

const textOf = (markup: string) =>
  markup
    .replace(/<[^>]*>/g, '')
    .replace(/ +/g, ' ')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
    .trim();

const fetching = (url: string) => renderToStaticMarkup(<EffectView effect={{ type: 'fetch', url }} isAsked />);
const numbered = (count: number) => Array.from({ length: count }, (_, at) => `line ${at}`).join('\n');

test('an address is shown whole, and what stands out is the host that is asked', () => {
  const host = (url: string) => /<strong>(.*?)<\/strong>/.exec(fetching(url))?.[1];
  const url = 'https://docs.example.com:8443/a/b?c=d#e';
  expect(textOf(fetching(url))).toBe(url);
  expect(host(url)).toBe('docs.example.com:8443');
  expect(host('https://good.example@evil.example/good.example')).toBe('evil.example');
  expect(host('https://one@two@evil.example/')).toBe('evil.example');
  expect(host('https://evil.example\\@good.example/')).toBe('evil.example');
  expect(textOf(fetching('https://a.example/\u202egpj.exe'))).toContain('⟨U+202E⟩gpj.exe');
});

test('a command is shown with its folder and, when it is asked for, its warning', () => {
  const effect: ToolEffect = { type: 'command', line: 'rm "$x"', cwd: 'lib', parts: ['rm $x'], warning: 'Unknown.' };
  expect(textOf(renderToStaticMarkup(<EffectView effect={effect} isAsked />))).toBe('rm "$x"In libUnknown.');
  expect(textOf(renderToStaticMarkup(<EffectView effect={effect} />))).not.toContain('Unknown.');
});

test('a question shows what would hide in the path of a file, and in the folder of a command', () => {
  const draw = (effect: ToolEffect) => textOf(renderToStaticMarkup(<EffectView effect={effect} isAsked />));
  const change = {
    kind: 'move',
    path: 'a\u202etxt.exe',
    to: 'b\u200b.ts',
    patch: '',
    isCut: false,
    added: 0,
    removed: 0,
  };
  expect(draw({ type: 'read', path: '/p/a\u202etxt.exe' })).toBe('/p/a⟨U+202E⟩txt.exe');
  expect(draw({ type: 'change', changes: [change as ShownChange] })).toBe('a⟨U+202E⟩txt.exemoves to b⟨U+200B⟩.ts');
  expect(draw({ type: 'command', line: 'ls', cwd: 'a\u202eb', parts: [] })).toBe('lsIn a⟨U+202E⟩b');
});

test('of a long command or arguments it is said that they go on, and nothing in them is hidden', () => {
  const draw = (line: string) =>
    textOf(renderToStaticMarkup(<EffectView effect={{ type: 'command', line, cwd: '.', parts: [] }} isAsked />));
  expect(draw(`${'true\n'.repeat(23)}rm x`)).toContain('rm x');
  expect(draw(`${'true\n'.repeat(23)}rm x`)).not.toContain('Show all');
  for (const line of [`${'true\n'.repeat(24)}rm x`, `true${' '.repeat(2000)}; rm x`]) {
    expect(draw(line)).not.toContain('rm x');
    expect(draw(line)).toMatch(/Show all [\d,]+ characters/);
  }
  const asked = (input: string) => textOf(renderToStaticMarkup(<ToolArguments input={input} />));
  expect(asked('{"path":"a\u202egpj.exe"}')).toContain('a⟨U+202E⟩gpj.exe');
  expect(asked(JSON.stringify({ lines: numbered(3).repeat(1000) }))).toContain('Show all');
});

test('details are shown a property a line, with what would hide in them; of long or deep ones the beginning', () => {
  const draw = (json: string) => renderToStaticMarkup(<Details json={json} />);
  expect(textOf(draw('{"rows":[1],"at":"a\u202eb"}'))).toContain('{\n "rows": [\n 1\n ],\n "at": "a⟨U+202E⟩b"\n}');
  for (const json of [
    JSON.stringify(Array(30_000).fill(1)),
    `${'['.repeat(200)}${'1,'.repeat(30_000)}1${']'.repeat(200)}`,
  ]) {
    expect(textOf(draw(json))).toContain('Show all');
    expect(draw(json).length).toBeLessThan(40_000);
  }
});

test('of thousands of lines few are drawn', () => {
  const text = numbered(50_000);
  const live = renderToStaticMarkup(<LiveOutput text={text} label="Output so far" />);
  expect(live).toContain('line 49999');
  expect(live.length).toBeLessThan(40_000);
  const done = renderToStaticMarkup(<FoldedText text={text} language="output" />);
  expect(done).toContain('Show all 50,000 lines');
  expect(done).toContain('line 0');
  expect(done.length).toBeLessThan(20_000);
  expect(renderToStaticMarkup(<FoldedText text={text} language="output" shows="end" />)).toContain('line 49999');
});

test('arguments are text while they arrive, and not JSON', () => {
  const input = JSON.stringify({ path: 'a.ts', text: 'one\n"two"\n' }).slice(0, -3);
  const shown = renderToStaticMarkup(<ArgumentFields input={input} isComplete={false} />);
  expect(textOf(shown)).toContain('one\n"two"');
  expect(shown).toContain('role="log"');
  expect(textOf(renderToStaticMarkup(<ArgumentFields input="{}" isComplete />))).toBe('No arguments.');
});

test('rules of a question are at first for just what is asked in its folder, and none allows what nobody can judge', () => {
  const draw = (effect: ToolEffect, patterns: string[], mayAllow = true, isWhole = true) =>
    renderToStaticMarkup(
      <RuleFields
        id="r"
        {...{ effect, patterns, mayAllow }}
        where={{ folder: '/home/me/p', isWhole, isTrusted: mayAllow }}
        isDecided={false}
        onDecide={() => {}}
      />,
    );
  const command: ToolEffect = { type: 'command', line: 'npm test', cwd: '.', parts: ['npm test'] };
  const usual = draw(command, ['npm test', 'npm *']);
  const boxes = usual.match(/<input type="checkbox"[^>]*>/g) ?? [];
  expect(boxes.map((box) => box.includes('checked'))).toEqual([true, false]);
  expect(usual).toContain('Always allow');
  const unclear = draw({ ...command, warning: 'Unknown.' }, ['npm test']);
  expect(unclear).not.toContain('Always allow');
  expect(unclear).toContain('Never allow');
  const places = (shown: string) => [...shown.matchAll(/<option[^>]*>([^<]*)/g)].map(([, text]) => text);
  expect(places(usual)).toEqual(['p', 'Every trusted folder']);
  expect(places(draw(command, ['npm test'], true, false))).toEqual(['p']);
  expect(draw(command, ['npm test'], false)).not.toContain('Always allow');
});

test('a line says how a call stands and how long it took', () => {
  const tool = { extensionId: 'w', extensionName: 'Workspace tools', id: 'run-command', isReadOnly: false };
  const toolUse = { id: '1', name: 'w__run_command', input: '{"line":"npm test"}', isInputComplete: true };
  const line = (state: ToolRunState, startedAt?: number) => {
    const run: ToolRunView = { tool, state, at: 13_000, ...(startedAt !== undefined && { startedAt }) };
    return textOf(renderToStaticMarkup(<ToolLine toolUse={toolUse} run={run} />));
  };
  const effect: ToolEffect = { type: 'command', line: 'npm test', cwd: '.', parts: ['npm test'] };
  const done = { type: 'done', output: 'x', isError: false } as const;
  expect(line({ ...done, effect }, 1000)).toBe('Ran npm test 12 s');
  expect(line({ ...done, effect, isError: true }, 1000)).toBe('Ran npm test 12 s');
  expect(line({ ...done, isError: true, effect: { type: 'fetch', url: 'https://a' } }, 12_900)).toBe(
    'Ran run-command of Workspace tools npm test',
  );
  expect(line({ type: 'waiting', effect })).toBe('Run npm test Waiting for your answer');
  expect(line({ type: 'waiting' })).toBe('Run run-command of Workspace tools npm test Waiting for your answer');
  expect(line({ type: 'denied' }, 12_900)).toBe('Not run: you declined run-command of Workspace tools npm test');
  expect(line({ type: 'denied', reason: 'A rule.' })).toMatch(/^Not run: a rule denied run-command/);
  expect(line({ type: 'failed', reason: 'Gone.' }, 1000)).toBe(
    'Did not finish run-command of Workspace tools npm test 12 s',
  );
  expect(line({ type: 'failed', reason: 'It was stopped.' })).toBe('Not run: run-command of Workspace tools npm test');
  expect(
    textOf(renderToStaticMarkup(<ToolLine toolUse={{ ...toolUse, isInputComplete: false }} run={undefined} />)),
  ).toBe('Prepares the tool w__run_command npm test');
});

test('what has just come is not answered yet', () => {
  const Held = () => (useRest('question') ? 'answer' : 'wait');
  expect(renderToStaticMarkup(<Held />)).toBe('wait');
});
