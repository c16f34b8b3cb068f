import type {
  CompletionRequest,
  MessageContent,
  ModelInfo,
  ToolDefinition,
} from '../../../shared/contract/provider.ts';
import type { Rules } from '../../context/rules.ts';
import { estimateTokens } from './estimate-tokens.ts';

export interface RequestFacts {
  /** As the settings name it; undefined: none is chosen. */
  readonly model: string | undefined;
  /** Absent when nothing is known of it at the moment. */
  readonly info: ModelInfo | undefined;
  readonly rules: readonly Rules[];
}

/** What a model is sent, whole, as a document of Markdown. Texts stand in fences, so that nothing in them is read as ours. */
export function requestText(request: CompletionRequest, facts: RequestFacts): string {
  const { messages, tools } = request;
  return `${[
    '# What the model sees',
    factLines(request, facts).join('\n'),
    ...messages.flatMap(({ role, content }, index) => [
      `## Message ${index + 1}: ${role}`,
      ...content.map(contentText),
    ]),
    '## Tools',
    tools.length === 0 ? 'It is offered none.' : tools.map(toolText).join('\n\n'),
  ].join('\n\n')}\n`;
}

function factLines(request: CompletionRequest, { model, info, rules }: RequestFacts): string[] {
  const { maxTokens, thinkingAllowed, tools } = request;
  const limit = info && info.maxTokenCount > 0 ? ` of ${info.maxTokenCount}` : '';
  return [
    model === undefined ? '- Model: none is chosen' : `- Model: ${info ? `${info.name}, ` : ''}\`${model}\``,
    `- Size: about ${estimateTokens(request)} tokens${limit}, by a rule of thumb`,
    `- Longest answer: ${maxTokens === undefined ? 'as the service sets it' : `${maxTokens} tokens`}`,
    `- Thinking: ${thinkingAllowed ? 'allowed' : 'not asked for'}`,
    `- Rules: ${rules.length === 0 ? 'none' : rules.map(({ source }) => `\`${source}\``).join(', ')}`,
    `- Tools: ${tools.length}`,
  ];
}

function contentText(part: MessageContent): string {
  switch (part.type) {
    case 'text':
      return fenced(part.value);
    case 'image': {
      const { width, height, source } = part.value;
      const size = width === undefined || height === undefined ? '' : `${width} × ${height}, `;
      return `*Image: ${size}${Math.ceil((source.length * 3) / 4 / 1024)} kB*`;
    }
    case 'tool-use':
      return `Call \`${part.value.id}\` of \`${part.value.name}\`:\n\n${fenced(part.value.input, 'json')}`;
    case 'tool-result': {
      const { toolUseId, toolName, isError, content } = part.value;
      const what = `${isError ? 'Failure' : 'Result'} of \`${toolUseId}\`, \`${toolName}\`:`;
      return `${what}\n\n${content.type === 'text' ? fenced(content.value) : '*An image*'}`;
    }
    case 'thinking':
      return `*What it thought:*\n\n${fenced(part.value.text)}`;
    case 'redacted-thinking':
      return '*What it thought, in a form that only its service can read*';
  }
}

const toolText = ({ name, description, inputSchema }: ToolDefinition): string =>
  `### \`${name}\`\n\n${fenced(description)}\n\n${fenced(inputSchema, 'json')}`;

/** No line of the text can end the fence: it is longer than any row of ticks there is. */
function fenced(text: string, language = 'text'): string {
  const longest = Array.from(text.matchAll(/`+/g)).reduce((most, [ticks]) => Math.max(most, ticks.length), 0);
  const ticks = '`'.repeat(Math.max(3, longest + 1));
  return `${ticks}${language}\n${text}${text.endsWith('\n') ? '' : '\n'}${ticks}`;
}
