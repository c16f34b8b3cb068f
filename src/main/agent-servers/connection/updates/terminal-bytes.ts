import { z } from 'zod/mini';
import type { AgentTerminalPatch } from '../../../../shared/contract/agent-servers/agent-item.ts';
import { setLast } from '../../../../shared/set-last.ts';
import { createControlStripper } from '../../../tools/commands/strip-control.ts';
import { cut, fields, idSchema, limits, oneLine, readAs } from './fields.ts';

const chunkSchema = z.object({ terminalId: idSchema, data: z.string() });
const updateSchema = z.object({
  terminalId: idSchema,
  command: fields.text,
  cwd: fields.text,
  output: fields.of(z.object({ data: z.string() })),
  exitStatus: fields.of(z.object({ exitCode: fields.number, signal: fields.text })),
});

/** Characters of base64 that are read of one piece: what is shown of it, with room for control sequences. */
const mostEncoded = 4 * limits.output;

/** Terminals of which half a letter is remembered. */
const mostDecoders = 1_000;

export interface TerminalBytes {
  /** A `terminal_output_chunk`. */
  chunk(value: unknown): AgentTerminalPatch | undefined;
  /** A `terminal_update`. */
  update(value: unknown): AgentTerminalPatch | undefined;
}

/** Terminals whose output an agent of version 2 shows: bytes, each piece in base64, of which a letter may be in two. */
export function createTerminalBytes(): TerminalBytes {
  const decoders = new Map<string, (bytes: Buffer, isLast?: boolean) => string>();

  function decoderOf(id: string): (bytes: Buffer, isLast?: boolean) => string {
    const known = decoders.get(id);
    if (known) return known;
    const decoder = new TextDecoder();
    const strip = createControlStripper();
    const decode = (bytes: Buffer, isLast = false) => strip(decoder.decode(bytes, { stream: !isLast }), isLast);
    setLast(decoders, id, decode, mostDecoders);
    return decode;
  }

  /** The end of long output, without a look at what is before it. */
  function decoded(id: string, data: string): { readonly text: string; readonly isCut: boolean } {
    const from = Math.max(0, Math.ceil((data.length - mostEncoded) / 4) * 4);
    const text = decoderOf(id)(Buffer.from(data.slice(from), 'base64'));
    return { text: text.slice(-limits.output), isCut: from > 0 || text.length > limits.output };
  }

  return {
    chunk(value) {
      const chunk = readAs(chunkSchema, value);
      if (!chunk) return undefined;
      const { text, isCut } = decoded(chunk.terminalId, chunk.data);
      return { id: chunk.terminalId, added: text, ...(isCut && { isCut }) };
    },

    update(value) {
      const update = readAs(updateSchema, value);
      if (!update) return undefined;
      const { terminalId: id, command, cwd, output, exitStatus } = update;
      if (output !== undefined) decoders.delete(id);
      const last = output === undefined ? undefined : decoded(id, output?.data ?? '');
      const rest = exitStatus ? decoderOf(id)(Buffer.alloc(0), true) : '';
      if (exitStatus) decoders.delete(id);
      return {
        id,
        ...(command !== undefined && { command: cut(command ?? '', limits.json) }),
        ...(cwd !== undefined && { cwd: oneLine(cwd ?? '') }),
        ...(last && { output: last.text, isCut: last.isCut }),
        ...(rest !== '' && { added: rest }),
        ...(exitStatus && {
          exit: { code: exitStatus.exitCode ?? null, ...(exitStatus.signal && { signal: oneLine(exitStatus.signal) }) },
        }),
      };
    },
  };
}
