import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parse } from 'smol-toml';
import { describe, expect, it } from 'vitest';
import { typeCheck } from '../../scripts/types/type-check.mjs';
import { parseManifest } from '../../src/main/extensions/manifest/manifest-file.ts';
import { runtimeKinds } from '../../src/shared/contract/extensions/host-kind.ts';
import { manifestSchema } from '../../src/shared/contract/extensions/manifest.ts';
import { docs, isSampleFile, page, type Snippet, snippets } from './docs-pages.ts';

/** Every snippet of docs/extensions compiles; those of the tutorial are equal to the sample files. */

const types = new URL('outrigger.d.ts', docs);
const names = [...readFileSync(types, 'utf8').matchAll(/^export (?:interface|type) (\w+)/gm)].map(([, name]) => name);

/** A whole module unchanged; other code as the body of `activate`. */
const moduleOf = (text: string): string =>
  /^export /m.test(text)
    ? text
    : `/** @import { ${names.join(', ')} } from './outrigger.d.ts' */
/** @param {ExtensionContext} context */
export async function activate(context) {
${text}}
`;

const check = (files: Readonly<Record<string, string>>) =>
  typeCheck(files, { lib: 'es2024,webworker', beside: [fileURLToPath(types)] });

/** A whole manifest unchanged; other tables as a part of a minimal one. */
function manifestOf(text: string) {
  const least = { id: 'least', name: 'Least', version: '1.0.0', schema_version: 1 };
  const runtime = { kind: 'worker', main: 'main.js' };
  const shown = parse(text);
  return manifestSchema.safeParse('schema_version' in shown ? shown : { ...least, runtime, ...shown });
}

const of = (language: string): Snippet[] => snippets.filter((snippet) => snippet.language === language);

describe('the snippets of the docs', () => {
  it('are JavaScript, manifests, scripts of the samples, commands, or text in Rust', () => {
    expect(of('js').length).toBeGreaterThan(15);
    expect(of('toml').length).toBeGreaterThan(8);
    // Tests of scripts run them.
    expect(of('lua').map(isSampleFile)).toEqual([true, true, true, true]);
    expect(snippets.filter(({ language }) => !['js', 'toml', 'lua', 'rust'].includes(language))).toEqual([]);
    // What no test runs says so.
    expect(of('rust').map(({ place }) => place.split(':')[0])).toEqual(['wasm.md']);
    expect(page('wasm.md')).toMatch(/^This is text alone: no test runs it\./m);
  });

  it('compile against the published types', async () => {
    // The echo provider is limited to 30 lines, without types; another test runs it.
    const checked = of('js').filter((one) => !isSampleFile(one) || one.text.includes('outrigger.d.ts'));
    const files = checked.map(({ place, text }) => [`${place.replace(/\W/g, '-')}.js`, moduleOf(text)] as const);
    expect(files.length).toBeGreaterThan(15);
    expect(await check(Object.fromEntries(files))).toBe('');
  });

  it.each(of('toml').map((one) => [one.place, one.text]))('are manifests that are accepted: %s', (_place, text) => {
    expect(manifestOf(text).error?.issues ?? []).toEqual([]);
  });

  it('would be found if one of them were wrong', async () => {
    expect(await check({ 'wrong.js': moduleOf("await context.window.showMesage('info', 'x');\n") })).toContain(
      "'showMesage' does not exist",
    );
    expect(await check({ 'wrong.js': moduleOf("context.tools.register('x', () => 3);\n") })).toContain('wrong.js(');
    expect(manifestOf('[comands.greet]\ntitle = "Greet"\n').success).toBe(false);
    expect(manifestOf('[settings.tone]\ntype = "choice"\ntitle = "Tone"\ndefault = "x"\n').success).toBe(false);
  });

  it.each(['README.md', 'providers.md', 'tools.md', 'wasm.md'])(
    'that are whole extensions are the files of a sample: %s',
    (name) => {
      const shown = snippets.filter((one) => one.place.startsWith(name) && isSampleFile(one));
      expect(shown.map(({ language }) => language)).toEqual(['toml', 'js']);
    },
  );
});

describe('the pages', () => {
  it('tell of each part of the context', () => {
    const context = /interface ExtensionContext \{\n(.*?)\n\}\n/s.exec(readFileSync(types, 'utf8'))?.[1] ?? '';
    const members = [...context.matchAll(/^ {2}readonly (\w+)/gm)].map(([, name]) => name);
    expect(members.length).toBeGreaterThan(12);
    const headings =
      page('api.md')
        .match(/^## .*$/gm)
        ?.join() ?? '';
    // The id is too simple for a heading of its own.
    for (const name of members) if (name !== 'extensionId') expect(headings).toContain(`context.${name}`);
  });

  it('tell of each key of the manifest', () => {
    const keys = Object.keys(manifestSchema.shape);
    for (const key of keys) expect(page('manifest.md')).toMatch(new RegExp(`[\`[]${key}\\b`));
  });

  it('tell of each kind of runtime', () => {
    for (const kind of runtimeKinds) expect(page('manifest.md')).toContain(`\`"${kind}"\``);
  });

  it('tell of each function that a component may have or use', () => {
    const wit = new URL('../../resources/wit/', import.meta.url);
    const texts = readdirSync(wit).map((name) => readFileSync(new URL(name, wit), 'utf8'));
    const names = texts.flatMap((text) =>
      [...text.matchAll(/^ {2}(?:import|export) ([\w-]+)/gm)].map(([, name]) => name),
    );
    expect(names.length).toBeGreaterThan(30);
    for (const name of names) expect(page('wasm.md')).toContain(`\`${name}\``);
  });

  it('quote what is said of a wrong manifest', () => {
    const shown = snippets.find(({ place }) => place.startsWith('manifest.md'))?.text ?? '';
    const read = parseManifest('extension.toml', shown.replace('read_only', 'readonly'));
    const said = 'problem' in read ? `${read.problem.file}:${read.problem.line}: ${read.problem.reason}` : '';
    expect(/^ {4}(extension\.toml:.*)$/m.exec(page('manifest.md'))?.[1]).toBe(said);
  });
});
