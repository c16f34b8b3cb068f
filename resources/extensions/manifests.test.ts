import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import * as anthropic from './anthropic/models.js';
import { variables } from './anthropic/provider.js';
import { manifestWords } from './extension-harness.ts';
import * as gemini from './gemini/models.js';
import { variables as geminiVariables } from './gemini/provider.js';
import { defaultModel } from './openai-compatible/models.js';
import { knownModels } from './openai-responses/models.js';
import { manifestOf, services, serving } from './provider-services.fixture.ts';

/** The manifest of a provider agrees with its code. */

const rows = [
  {
    service: services.anthropic,
    models: anthropic.usualModels.map(({ info }) => info),
    more: { auth: { env_var: variables[0] } },
  },
  { service: services.gemini, models: gemini.usualModels, more: { auth: { env_vars: geminiVariables } } },
  { service: services.responses, models: knownModels, more: {} },
  { service: services.compatible, models: [defaultModel], more: {} },
  { service: services.ollama, models: [], more: { concurrency: 1 } },
];

describe.each(rows.map((row) => ({ ...row, name: row.service.name })))('the manifest of $name', (row) => {
  const { service, models, more, name } = row;
  const manifest = manifestOf(service);
  const folder = new URL(`./${name}/`, import.meta.url);

  it('names the provider, its icon and its models', async () => {
    const { harness } = await serving(service)();
    const declared = manifest.language_model_providers[harness.providerId];
    expect(declared).toMatchObject(more);
    expect(declared?.models ?? []).toEqual(
      models.map((model) => ({
        ...manifestWords(model),
        ...(model.maxOutputTokens && { max_output_tokens: model.maxOutputTokens }),
        default_fast: model.isDefaultFast,
      })),
    );
    expect(readFileSync(new URL(declared?.icon ?? '', folder), 'utf8')).toContain('currentColor');
  });

  it('declares each setting that the code reads', () => {
    const code = readdirSync(folder)
      .filter((file) => file.endsWith('.js'))
      .map((file) => readFileSync(new URL(file, folder), 'utf8'))
      .join('\n');
    const read = new Set([...code.matchAll(/settings\.get\('(\w+)'\)/g)].map(([, key]) => key));
    expect(Object.keys(manifest.settings).sort()).toEqual([...read].sort());
  });
});
