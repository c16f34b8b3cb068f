import { z } from 'zod/mini';
import { FailureError, type Result, resultOf } from '../../../shared/contract/errors.ts';
import type { Highlighted, HighlightRequest } from '../../../shared/contract/languages/highlight.ts';
import { mostSpans } from '../../../shared/contract/languages/highlight-limits.ts';
import { codeTags } from '../../../shared/contract/themes/code-tags.ts';
import { type NoticeBoard, warn } from '../../notices/notice-board.ts';
import type { ExtensionHandle } from '../registry/extension-handle.ts';

export interface GrammarColoursDeps {
  /** @throws {FailureError} when the extension is not enabled */
  require(extensionId: string): Pick<ExtensionHandle, 'call' | 'manifest' | 'noteFault'>;
  /** Whether it is off, which is told elsewhere. */
  isOff(extensionId: string): boolean;
  readonly notices: Pick<NoticeBoard, 'show'>;
  /** For the answer of a loaded extension, in ms. */
  readonly deadlineMs: number;
}

const highlightedSchema: z.ZodMiniType<Highlighted> = z.union([
  z.literal('unknown-base'),
  z.instanceof(Uint32Array).check(z.refine(areSpans, { error: 'they are no spans' })),
]);

/** The colours of texts, by grammars of extensions. */
export function createGrammarColours({ require, isOff, notices, deadlineMs }: GrammarColoursDeps) {
  /** Those whose failure is told. */
  const told = new Set<string>();

  async function ask(extensionId: string, request: HighlightRequest): Promise<Highlighted> {
    const { call, manifest, noteFault } = require(extensionId);
    try {
      const answer: unknown = await call('grammar.highlight', request, { deadlineMs });
      const read = highlightedSchema.safeParse(answer);
      if (read.success) return read.data;
      const message = `The grammars of ${manifest.name} gave colours that cannot be used.`;
      noteFault(message);
      throw new FailureError({ code: 'protocol-fault', message, extensionId });
    } catch (error) {
      if (error instanceof FailureError) tell(error, extensionId, manifest.name);
      throw error;
    }
  }

  /** Once, until the extension has run anew. */
  function tell({ failure }: FailureError, extensionId: string, name: string): void {
    const isOfGrammar = ['extension-failed', 'protocol-fault', 'timeout'].includes(failure.code);
    if (!isOfGrammar || isOff(extensionId) || told.has(extensionId)) return;
    told.add(extensionId);
    const sentence = failure.message.replace(/\.?$/, '.');
    warn(notices, `${sentence} Texts are plain where it fails, until ${name} is reloaded.`);
  }

  return {
    highlight: (extensionId: string, request: HighlightRequest): Promise<Result<Highlighted>> =>
      resultOf(() => ask(extensionId, request)),
    /** Call when a run of an extension has ended. */
    ended: (extensionId: string): void => void told.delete(extensionId),
  };
}

/** In order, without overlaps, and each of a known class of code. */
function areSpans(spans: Uint32Array): boolean {
  if (spans.length % 3 !== 0 || spans.length > mostSpans * 3) return false;
  let at = 0;
  for (let index = 0; index < spans.length; index += 3) {
    const [from = 0, to = 0, tag = 0] = spans.subarray(index, index + 3);
    if (from < at || to <= from || tag >= codeTags.length) return false;
    at = to;
  }
  return true;
}
