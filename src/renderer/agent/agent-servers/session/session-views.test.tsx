import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { AgentOption } from '../../../../shared/contract/agent-servers/agent-session.ts';
import { isAmbiguous, itemsOf, OptionMenu } from './OptionMenu.tsx';
import { SignInCard } from './SignInCard.tsx';

const mode: AgentOption = {
  id: 'mode',
  name: 'Mode',
  category: 'mode',
  value: 'ask',
  values: [
    { value: 'ask', name: 'Ask first', group: 'Careful' },
    { value: 'plan', name: 'Plan', group: 'Careful' },
    { value: 'free', name: 'Do it', description: 'Asks nothing', group: 'Quick' },
  ],
};
const draw = (option: AgentOption) => renderToStaticMarkup(<OptionMenu option={option} onSet={async () => {}} />);

test('an option names its present value, and a switch whether it is on', () => {
  expect(draw(mode)).toContain('aria-label="Mode: Ask first"');
  expect(draw({ ...mode, value: 'gone' })).toContain('aria-label="Mode: gone"');
  const turned = draw({ id: 'web', name: 'Web', value: true, values: [] });
  expect(turned).toContain('aria-pressed="true"');
  expect(turned).not.toContain('aria-haspopup');
});

test('a value that begins as that of another option is named', () => {
  const model = { ...mode, id: 'model', value: 'd', values: [{ value: 'd', name: 'Default (recommended)' }] };
  const effort = { ...mode, id: 'effort', name: 'Effort', value: 'x', values: [{ value: 'x', name: 'Default' }] };
  const web = { id: 'web', name: 'Web', value: true, values: [] };
  const all = [mode, model, effort, web];
  expect(all.filter((each) => isAmbiguous(each, all))).toEqual([model, effort]);
  const named = renderToStaticMarkup(<OptionMenu option={effort} isNamed onSet={async () => {}} />);
  expect(named).toContain('>Effort: Default<');
});

test('values stand under the headings of their groups, and choosing one tells its value', () => {
  const chosen: string[] = [];
  const items = itemsOf(mode.values, mode.value, (value) => chosen.push(value));
  const shown = items.map((item) => ('heading' in item ? `# ${item.heading}` : item.label));
  expect(shown).toEqual(['# Careful', 'Ask first', 'Plan', '# Quick', 'Do it']);
  for (const item of items) if (!('heading' in item)) item.run();
  expect(chosen).toEqual(['ask', 'plan', 'free']);
  expect(items.filter((item) => 'isChosen' in item && item.isChosen)).toHaveLength(1);
});

test('each way to sign in is offered as it works: a button, or a command for a terminal', () => {
  const card = renderToStaticMarkup(
    <SignInCard
      agentName="Bird"
      methods={[
        { id: '1', name: 'With an account', type: 'agent' },
        { id: '2', name: 'In a terminal', type: 'terminal', command: 'bird login' },
      ]}
      onSignIn={async () => {}}
      onKeys={() => {}}
      onRetry={() => {}}
    />,
  );
  expect(card).toContain('Bird wants you to sign in');
  expect(card).toMatch(/<button[^>]*>With an account<\/button>/);
  expect(card).not.toMatch(/<button[^>]*>In a terminal/);
  expect(card).toContain('<code>bird login</code>');
  expect(card).toContain('>Retry<');
});
