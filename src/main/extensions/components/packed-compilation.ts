import { z } from 'zod/mini';
import type { Compilation } from './compilation.ts';
import { apiVersionSchema } from './compiler-answer.ts';
import { digestOf } from './digest.ts';

/**
 * A compilation as one file: the digest of the rest, as hex; what it consists of, as JSON; and then the bytes of the
 * glue and of each core module. Both headers end with a line break.
 */
const contentSchema = z.object({
  glue: z.int().check(z.nonnegative()),
  modules: z.array(z.tuple([z.string(), z.int().check(z.nonnegative())])),
  imports: z.array(z.string()),
  exports: z.array(z.string()),
  apiVersion: z.optional(apiVersionSchema),
});

/** Another one when the form changes: what was packed in another form is not found then. */
export const packedForm = 2;

export async function pack({
  glue,
  component: { modules, imports, exports, apiVersion },
}: Compilation): Promise<Uint8Array> {
  const glueBytes = Buffer.from(glue);
  const content: z.output<typeof contentSchema> = {
    glue: glueBytes.length,
    modules: Object.entries(modules).map(([name, bytes]) => [name, bytes.length]),
    imports: [...imports],
    exports: [...exports],
    ...(apiVersion && { apiVersion: [...apiVersion] }),
  };
  const parts = [
    Buffer.from(`${JSON.stringify(content)}\n`),
    glueBytes,
    ...Object.values(modules).map((bytes) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)),
  ];
  return Buffer.concat([Buffer.from(`${await digestOf(parts)}\n`), ...parts]);
}

/** @throws for what is not a whole and unchanged compilation */
export async function unpack(file: Buffer): Promise<Compilation> {
  const digestEnd = file.indexOf(0x0a);
  const rest = file.subarray(digestEnd + 1);
  if (file.subarray(0, digestEnd).toString() !== (await digestOf([rest]))) throw new Error('it is damaged');
  const contentEnd = rest.indexOf(0x0a);
  const content = contentSchema.parse(JSON.parse(rest.subarray(0, contentEnd).toString()));
  let end = contentEnd + 1;
  const next = (length: number) => {
    end += length;
    // A copy: a view of the file would carry all of it to the host.
    return new Uint8Array(rest.subarray(end - length, end));
  };
  const glue = Buffer.from(next(content.glue)).toString();
  const modules = Object.fromEntries(content.modules.map(([name, length]) => [name, next(length)]));
  const { imports, exports, apiVersion } = content;
  return { glue, component: { modules, imports, exports, ...(apiVersion && { apiVersion }) } };
}
