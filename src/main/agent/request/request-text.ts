import { fenced } from '../../../shared/content/markdown-text.ts';
import type { CompletionRequest, ModelInfo, ToolDefinition } from '../../../shared/contract/provider.ts';
import type { Rules } from '../../context/rules.ts';
import { estimateTokens } from './estimate-tokens.ts';
import { messageMarkdown } from './message-kinds.ts';

export interface RequestFacts {
  /** As the settings name it; undefined: none is chosen. */
  readonly model: string | undefined;
  /** Absent when nothing is known of it at the moment. */
  readonly info: ModelInfo | undefined;
  readonly rules: readonly Rules[];
  /** Extensions have a say in it when it is sent. */
  readonly mayChange: boolean;
}

/** The whole request to a model as a Markdown document. Texts are fenced, so that nothing in them is read as ours. */
export function requestText(request: CompletionRequest, facts: RequestFacts): string {
  const { messages, tools } = request;
  return `${[
    '# What the model sees',
    factLines(request, facts).join('\n'),
    ...messages.flatMap(({ role, content }, index) => [
      `## Message ${index + 1}: ${role}`,
      ...content.map(messageMarkdown),
    ]),
    '## Tools',
    tools.length === 0 ? 'It is offered none.' : tools.map(toolText).join('\n\n'),
  ].join('\n\n')}\n`;
}

function factLines(request: CompletionRequest, { model, info, rules, mayChange }: RequestFacts): string[] {
  const { maxTokens, thinkingAllowed, tools } = request;
  const limit = info && info.maxTokenCount > 0 ? ` of ${info.maxTokenCount}` : '';
  return [
    model === undefined ? '- Model: none is chosen' : `- Model: ${info ? `${info.name}, ` : ''}\`${model}\``,
    `- Size: about ${estimateTokens(request)} tokens${limit}, by a rule of thumb`,
    `- Longest answer: ${maxTokens === undefined ? 'as the service sets it' : `${maxTokens} tokens`}`,
    `- Thinking: ${thinkingAllowed ? 'allowed' : 'not asked for'}`,
    `- Rules: ${rules.length === 0 ? 'none' : rules.map(({ source }) => `\`${source}\``).join(', ')}`,
    `- Tools: ${tools.length}`,
    ...(mayChange ? ['- Extensions: they have a say when it is sent, and may change what is below'] : []),
  ];
}

const toolText = ({ name, description, inputSchema }: ToolDefinition): string =>
  `### \`${name}\`\n\n${fenced(description)}\n\n${fenced(inputSchema, 'json')}`;
