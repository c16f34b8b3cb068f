import { codeSpan, fenced, wordOf } from '../../../shared/content/markdown-text.ts';
import type { PromptBlock } from '../connection/agent-connection.ts';

/**
 * What an agent is given with a prompt, as a Markdown document. Texts are fenced, so that nothing in them is read as ours.
 * @param handover see `handoverOf`; "": it has seen everything
 */
export function promptText(name: string, blocks: readonly PromptBlock[], handover: string): string {
  const said = blocks.map(blockText);
  return `${[
    `# What ${wordOf(name)} is given`,
    `This is what the app gives it with your next message. What it tells its own model besides, and what it keeps of its session, it alone knows.`,
    '## Your message',
    ...(said.length === 0 ? ['You have written nothing yet.'] : said),
    '## What it has not seen of the thread',
    handover === '' ? 'Nothing: it has seen all of it, or you do not want it to get this.' : fenced(handover.trim()),
  ].join('\n\n')}\n`;
}

function blockText(block: PromptBlock): string {
  switch (block.type) {
    case 'text':
      return fenced(block.text);
    case 'image':
      return `*Image: ${block.mediaType}, ${Math.ceil((block.data.length * 3) / 4 / 1024)} kB*`;
    case 'link':
      return `Link to ${codeSpan(block.uri)}`;
    case 'resource':
      return `Content of ${codeSpan(block.uri)}, or a link to it if the agent takes no content:\n\n${fenced(block.text)}`;
  }
}
