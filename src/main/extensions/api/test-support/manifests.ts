import { type Manifest, manifestSchema } from '../../../../shared/contract/extensions/manifest.ts';

/** A complete manifest. */
export const manifestOf = (id: string, more: object = {}): Manifest =>
  manifestSchema.parse({
    id,
    name: `Extension ${id}`,
    version: '1.0.0',
    schema_version: 1,
    runtime: { kind: 'js', main: 'main.js' },
    ...more,
  });
