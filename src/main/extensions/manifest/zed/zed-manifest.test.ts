import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { hostKindOf } from '../../../../shared/contract/extensions/host-kind.ts';
import { parseManifest } from '../manifest-file.ts';

/** Manifests of the shapes that published extensions have. */

const head = (id: string, more = 'schema_version = 1') => `id = "${id}"
name = "The ${id}"
version = "0.3.1"
${more}
authors = ["Somebody <somebody@example.com>"]
description = "What it is for."
repository = "https://example.com/${id}"
`;
const built = ['extension.toml', 'extension.wasm'];

const read = (text: string, beside: readonly string[] = []) =>
  parseManifest('extension.toml', text, new Set(['extension.toml', ...beside]));

function accepted(text: string, beside?: readonly string[]) {
  const one = read(text, beside);
  if ('problem' in one) throw new Error(`${one.problem.line}: ${one.problem.reason}`);
  return one;
}
function refused(text: string, beside?: readonly string[]) {
  const one = read(text, beside);
  if (!('problem' in one)) throw new Error('It was accepted');
  return [one.problem.line, one.problem.reason];
}

describe('an extension of Zed', () => {
  test('that is a theme has no code and asks for nothing', () => {
    const { manifest, unserved } = accepted(
      `${head('dusk')}themes = ["themes/dusk.json"]\nlanguages = []\n[lib]\n[grammars]\n[language_servers]\n[context_servers]\n`,
      ['themes'],
    );
    expect(manifest).toMatchObject({
      id: 'dusk',
      name: 'The dusk',
      version: '0.3.1',
      description: 'What it is for.',
      authors: ['Somebody <somebody@example.com>'],
      repository: 'https://example.com/dusk',
    });
    expect([hostKindOf(manifest), manifest.capabilities]).toEqual([null, undefined]);
    expect(unserved).toEqual({ waits: [], absent: [] });
  });

  test('that is a grammar with its languages has no code of its own', () => {
    const text = `${head('birch')}languages = ["languages/birch"]
[grammars.birch]
repository = "https://example.com/tree-sitter-birch"
rev = "0123456789abcdef0123456789abcdef01234567"
`;
    const { manifest, unserved } = accepted(text, ['grammars', 'grammars/birch.wasm', 'languages']);
    expect(manifest.runtime).toEqual({ kind: 'wasm' });
    expect(manifest.capabilities).toBeUndefined();
    expect(unserved?.absent).toEqual([]);
    expect(accepted(text.replace('rev', 'commit'), ['languages']).unserved?.absent).toEqual([
      'grammar birch (not built: the published archive has it)',
    ]);
  });

  test('with language servers runs its component, asks for what that may use, and says that they wait', () => {
    const { manifest, unserved } = accepted(
      `${head('oak')}
[lib]
kind = "Rust"
version = "0.7.0"

[language_servers.oak-ls]
name = "Oak"
language = "Oak"

[language_servers.oaklint]
languages = ["Oak", "Oak Script"]
code_action_kinds = ["quickfix"]
[language_servers.oaklint.language_ids]
"Oak Script" = "oakscript"
`,
      built,
    );
    expect(manifest.runtime).toEqual({ kind: 'wasm', main: 'extension.wasm' });
    expect(manifest.capabilities).toEqual({ workspace: 'read', network: ['ask'] });
    expect(unserved).toEqual({ waits: ['language servers oak-ls and oaklint'], absent: [] });
  });

  test('with commands, indexes of documentation and a context server', () => {
    const { manifest, unserved } = accepted(
      `${head('larch')}
[slash_commands.larch-docs]
description = "Gives the documentation of a package."
requires_argument = true
tooltip_text = "Insert it"

[slash_commands.docs-docs]
description = "Its own."

[slash_commands.larch_all]
description = "Lists all packages."
requires_argument = false

[context_servers.larch-context]
[indexed_docs_providers.docs]
[indexed_docs_providers."larch.rs"]
`,
      [...built, 'Cargo.toml'],
    );
    expect(manifest.slash_commands).toEqual({
      'larch-docs': { description: 'Gives the documentation of a package.', argument: '<argument>' },
      'docs-docs': { description: 'Its own.', argument: '' },
      larch_all: { description: 'Lists all packages.', argument: '' },
      'docs-docs-2': {
        description: 'Gives documentation of a package, from docs',
        argument: '<package> [entry]',
        docs_provider: 'docs',
      },
      'docs-larch-rs': {
        description: 'Gives documentation of a package, from larch.rs',
        argument: '<package> [entry]',
        docs_provider: 'larch.rs',
      },
    });
    expect(unserved).toEqual({ waits: ['context server larch-context'], absent: [] });
  });

  test('that runs programs asks for that', () => {
    const { manifest } = accepted(
      `${head('elder')}
[[capabilities]]
kind = "process:exec"
command = "elder"
args = ["--version", "**"]
[[capabilities]]
kind = "download_file"
host = "example.com"
path = ["elder", "**"]
[[capabilities]]
kind = "npm:install"
package = "elder"
`,
      built,
    );
    expect(manifest.capabilities).toEqual({ workspace: 'read', network: ['ask'], exec: true });
  });

  test('with agents has them by their archives for known systems', () => {
    const { manifest, unserved } = accepted(
      `${head('alder')}
[agent_servers."Alder.Agent"]
name = "Alder"
icon = "icon/alder.svg"
env = { MODE = "acp" }
[agent_servers."Alder.Agent".targets.linux-x86_64]
archive = "https://example.com/alder.tar.gz"
cmd = "./alder"
args = ["--acp"]
sha256 = "${'a'.repeat(64)}"
[agent_servers."Alder.Agent".targets.freebsd-x86_64]
archive = "https://example.com/alder-bsd.tar.gz"
cmd = "./alder"
`,
      [],
    );
    expect(unserved?.absent).toEqual([]);
    expect(manifest.agent_servers).toEqual({
      'alder-agent': {
        name: 'Alder',
        icon: 'icon/alder.svg',
        env: { MODE: 'acp' },
        keys: {},
        args: [],
        targets: {
          'linux-x86_64': {
            archive: 'https://example.com/alder.tar.gz',
            cmd: './alder',
            args: ['--acp'],
            env: {},
            sha256: 'a'.repeat(64),
          },
        },
      },
    });
  });

  test('with debuggers, agents and icons says that these do not work', () => {
    const { unserved } = accepted(
      `${head('alder')}icon_themes = ["icon_themes/alder.json"]
[debug_adapters.alder-dbg]
schema_path = "debug_adapter_schemas/alder-dbg.json"
[debug_locators.alder]
[agent_servers.alder-agent]
args = []
[agent_servers.alder-agent.launcher]
repo = "alder/agent"
`,
      built,
    );
    expect(unserved).toEqual({
      waits: [],
      absent: [
        'debug adapter alder-dbg',
        'debug locator alder',
        'agent server alder-agent (no archive for a known system)',
        'icon theme icon_themes/alder.json',
      ],
    });
  });

  test('with icons alone, which Zed finds without a word in the manifest, says that these do not work', () => {
    expect(accepted(head('alder'), ['icon_themes', 'icons']).unserved?.absent).toEqual(['icon themes in icon_themes/']);
  });

  test('with snippets names them, or has them where Zed looks', () => {
    const listed = `${head('rowan')}snippets = ["snippets/a.json", "./b.json"]\nthemes = ["colours/x.json"]\n`;
    expect(accepted(listed)).toMatchObject({
      manifest: { snippets: ['snippets/a.json', './b.json'] },
      unserved: { absent: ['theme colours/x.json (outside of themes/)'] },
    });
    expect(accepted(`${head('rowan')}snippets = "a.json"\n[lib]\n`).manifest.snippets).toEqual(['a.json']);
    expect(accepted(`${head('rowan')}[lib]\n`, ['snippets.json']).manifest.snippets).toEqual(['snippets.json']);
  });

  test('with a provider declares it', () => {
    const { manifest } = accepted(
      `${head('maple')}
[language_model_providers.maple]
name = "Maple"
icon = "icons/maple.svg"
badge = "new"
[language_model_providers.maple.auth]
env_var = "MAPLE_KEY"
`,
      built,
    );
    expect(manifest.language_model_providers.maple).toMatchObject({
      name: 'Maple',
      icon: 'icons/maple.svg',
      auth: { env_var: 'MAPLE_KEY' },
    });
  });

  test('of the first version of the schema, with an id and a version as some have', () => {
    const text = `id = "Old.Theme_x"\nname = "Old"\nversion = "v1.2+7"\nschema_version = 0\n`;
    const { manifest } = accepted(text);
    expect([manifest.id, manifest.version, manifest.schema_version]).toEqual(['old-theme_x', '1.2.0', 1]);
    expect(accepted(text.replace('v1.2+7', '0.4.0-rc.1+b2')).manifest.version).toBe('0.4.0-rc.1');
    expect(accepted(text.replace('v1.2+7', '3')).manifest.version).toBe('3.0.0');
  });

  test('with what Zed may have by then is taken, and that is told', () => {
    const { manifest, unserved } = accepted(
      `${head('later')}themes = ["\\u202ex.json"]\n[pane_layouts.wide]\ncolumns = 3\n["a\\nb"]\n[[capabilities]]\nkind = "fly"\nfar = true\n[[capabilities]]\nkind = "fly"\n`,
    );
    expect(manifest.id).toBe('later');
    expect(unserved?.absent).toEqual([
      'theme ⟨U+202E⟩x.json (outside of themes/)',
      'unknown keys pane_layouts and a⟨U+000A⟩b',
      'unknown capability fly',
    ]);
  });

  test('with more than a person reads names some', () => {
    const servers = Array.from({ length: 40 }, (_, index) => `[language_servers.s${index}]\n`).join('');
    const [waits] = accepted(`${head('many')}${servers}`).unserved?.waits ?? [];
    expect(waits).toMatch(/^language servers s0, s1, .* s11, and 28 more$/);
  });
});

describe('refused is', () => {
  const unbuilt = /^there is no extension\.wasm beside it.* Build it .* or install the published archive$/;
  test.each([
    ['a crate that is not built', head('x'), ['Cargo.toml'], 1],
    ['[lib] without its component', `${head('x')}[lib]\nkind = "Rust"\n`, [], 9],
    ['a command without it', `${head('x')}[slash_commands.a]\ndescription = "A"\nrequires_argument = true\n`, [], 8],
  ])('%s', (_what, text, beside, line) => {
    expect(refused(text, beside)).toEqual([line, expect.stringMatching(unbuilt)]);
  });

  test.each([
    ['themes = "a.json"', 8, '"themes": use a list in brackets'],
    ['themes = ["../a.json"]', 8, '"themes.0": name a file inside the extension’s folder'],
    ['[lib]\nkind = 3', 9, '"lib.kind": use a text in quotes'],
    ['[[capabilities]]\nkind = "npm:install"', 8, '"capabilities.0.package" is missing'],
    ['[language_servers.a]\nlanguages = "A"', 9, '"language_servers.a.languages": use a list in brackets'],
    ['[grammars.a]\nrev = 1', 9, '"grammars.a.rev": use a text in quotes'],
    [
      '[slash_commands."a b"]\ndescription = "A"\nrequires_argument = true',
      8,
      '"slash_commands.a b": use letters, digits, "-" and "_", at most 63',
    ],
    ['[language_servers."a\\u202eb"]', 1, '"language_servers.a⟨U+202E⟩b": use one line of text without hidden marks'],
    ['[slash_commands.a]\nrequires_argument = true', 8, '"slash_commands.a.description" is missing'],
    ['[language_model_providers.a]\nicon = "a.svg"\n[lib]', 8, '"language_model_providers.a.name" is missing'],
  ])('%j in line %i', (more, line, reason) => {
    expect(refused(`${head('x')}${more}\n`, built)).toEqual([line, reason]);
  });

  test.each([
    ['id = "x"', 'id = "x y"', 1, '"id": use lower-case letters, digits, "-" and "_", at most 63'],
    ['version = "0.3.1"', 'version = "latest"', 3, '"version": use a version such as 1.0.0'],
    ['schema_version = 1', 'schema_version = 2', 4, '"schema_version": must be one of 0, 1'],
  ])('%j as %j', (from, to, line, reason) => {
    expect(refused(`${head('x')}themes = []\n`.replace(from, to))).toEqual([line, reason]);
  });

  test('whatever a value is, in one sentence with a line of the file', () => {
    const text = `${head('x')}themes = ["a"]\nsnippets = "a"\n[lib]\nkind = "Rust"\n[grammars.a]\nrev = "1"\n[language_servers.a]\nlanguages = ["A"]\n[slash_commands.a]\ndescription = "A"\nrequires_argument = true\n[[capabilities]]\nkind = "process:exec"\ncommand = "a"\nargs = ["b"]\n`;
    const lines = text.split('\n');
    const values = lines.flatMap((line, index) => (line.includes(' = ') ? [index] : []));
    const other = fc.constantFrom('3', 'true', '[1]', '{ a = 1 }', '""', '"\\u202e"', '1979-05-27', '[["a"]]');
    fc.assert(
      fc.property(fc.constantFrom(...values), other, (at, value) => {
        const spoilt = lines.with(at, (lines[at] ?? '').replace(/ = .*/, ` = ${value}`)).join('\n');
        const one = read(spoilt, built);
        if (!('problem' in one)) return;
        expect(one.problem.line).toBeGreaterThan(0);
        expect(one.problem.line).toBeLessThanOrEqual(lines.length);
        expect(one.problem.reason).toMatch(/^.+$/);
        expect(one.problem.reason).not.toMatch(/undefined|\[object|Invalid input/);
      }),
      { numRuns: 500 },
    );
  });
});

describe('our own form stays our own', () => {
  test.each([
    [
      'a command without code',
      '[commands.a]\ntitle = "A"',
      [],
      /^"runtime" is missing: it names the code that commands needs$/,
    ],
    [
      'a slash command without code',
      '[slash_commands.a]\ndescription = "A"',
      [],
      /^"runtime" is missing: .* slash_commands needs$/,
    ],
    [
      'documentation without a component',
      '[runtime]\nkind = "worker"\nmain = "main.js"\n[slash_commands.a]\ndescription = "A"\ndocs_provider = "a"',
      ['main.js'],
      /^"slash_commands\.a\.docs_provider": use it with \[runtime\] kind = "wasm"/,
    ],
    ['a main file', '', ['main.js'], /^"runtime" is missing: it names the code, such as main\.js beside it$/],
    [
      'a key of Zed’s beside a runtime',
      '[runtime]\nkind = "worker"\nmain = "main.js"\n[lib]',
      ['main.js'],
      /^"lib" is not a field/,
    ],
  ])('%s', (_what, more, beside, reason) => {
    const text = `id = "x"\nname = "X"\nversion = "1.0.0"\nschema_version = 1\n${more}\n`;
    expect(refused(text, beside)[1]).toMatch(reason);
  });

  test('prompts alone need no code', () => {
    const { manifest, unserved } = accepted('id = "x"\nname = "X"\nversion = "1.0.0"\nschema_version = 1\n', [
      'prompts',
    ]);
    expect([hostKindOf(manifest), unserved]).toEqual([null, undefined]);
  });
});
