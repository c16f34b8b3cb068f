import { describe, expect, test } from 'vitest';
import { lineOf } from './toml-line.ts';

const text = `# a comment: id = "no"
id = "sample"
"quoted key" = 1

[runtime] # the runtime
kind = "js"
main = "main.js"

[ language_model_providers . "p-1" ]
name = "P"
auth.env_var = "KEY"

[[language_model_providers."p-1".models]]
id = "first"

[[language_model_providers."p-1".models]]
id = "second"
name = "Second"

[language_model_providers.'p-2']
models = [
  { id = "inline" },
]

[settings.url]
type = "string"
`;

describe('lineOf', () => {
  test.each([
    [['id'], 2],
    [['quoted key'], 3],
    [['runtime'], 5],
    [['runtime', 'kind'], 6],
    [['runtime', 'main'], 7],
    [['language_model_providers', 'p-1'], 9],
    [['language_model_providers', 'p-1', 'name'], 10],
    [['language_model_providers', 'p-1', 'auth', 'env_var'], 11],
    [['language_model_providers', 'p-1', 'models', '0', 'id'], 14],
    [['language_model_providers', 'p-1', 'models', '1'], 16],
    [['language_model_providers', 'p-1', 'models', '1', 'name'], 18],
    [['language_model_providers', 'p-2', 'models', '0', 'id'], 21],
    [['settings', 'url', 'type'], 26],
    [['settings'], 25],
    [['language_model_providers', 'p-1', 'auth'], 11],
    [['language_model_providers', 'p-1', 'models'], 13],
  ])('%j is in line %i', (path, line) => {
    expect(lineOf(text, path)).toBe(line);
    expect(lineOf(text.replaceAll('\n', '\r\n'), path)).toBe(line);
  });

  test.each([
    [['name'], 1],
    [['runtime', 'missing'], 5],
    [['language_model_providers', 'p-1', 'icon'], 9],
    [['language_model_providers', 'p-1', 'models', '1', 'missing'], 16],
    [['settings', 'url', 'title'], 25],
    [['nothing', 'like', 'it'], 1],
    [[], 1],
  ])('%j, which is missing, gives the table it belongs to: line %i', (path, line) => {
    expect(lineOf(text, path)).toBe(line);
  });

  test('passes over what only looks like a key inside a string of several lines', () => {
    const tricky = [
      'description = """',
      'id = "not this"',
      '[runtime]',
      '"""',
      "note = '''one line'''",
      'other = "a # and \\" quotes" # and """ in a comment',
      "more = '''",
      'id = "nor this" """',
      "'''",
      'id = "this"',
      '[runtime]',
    ].join('\n');
    expect(lineOf(tricky, ['id'])).toBe(10);
    expect(lineOf(tricky, ['runtime', 'kind'])).toBe(11);
  });

  test('an empty text has its first line', () => {
    expect(lineOf('', ['id'])).toBe(1);
  });
});
