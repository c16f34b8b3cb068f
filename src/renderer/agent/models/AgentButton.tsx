import { Bot, ChevronDown } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { AgentChoice } from '../../../shared/contract/agent-choice.ts';
import { classNames } from '../../base/class-names.ts';
import { refreshContributions, useContributions } from '../../base/contributions-store.ts';
import { Menu, type MenuItem } from '../../base/controls/Menu.tsx';
import { answeringAgent } from '../agent-servers/session/sessions-store.ts';
import { focusComposer } from '../composer/focus.ts';
import { showPopover, togglePopover, usePanelView } from '../panel/panel-view.ts';
import { agent, useAgent, useThread } from '../threads/agent.ts';
import styles from './ModelButton.module.css';

/** Names the agent of the thread, and opens the list of all. Nothing is there as long as there are no agents. */
export function AgentButton() {
  const agents = useContributions((state) => state.agents);
  const chosen = useThread(({ view }) => view.setup?.agent);
  const isForModels = useAgent((state) => answeringAgent(state) === null);
  const isOpen = usePanelView(({ popover }) => popover === 'agents');
  const [button, setButton] = useState<HTMLButtonElement | null>(null);
  useEffect(() => {
    if (isOpen) refreshContributions();
  }, [isOpen]);
  // They tell models what to do, and no agent server.
  if (chosen === undefined && (agents.length === 0 || !isForModels)) return null;
  const found = agents.find(({ name }) => name === chosen);
  const name = found?.label ?? chosen ?? 'none';
  const title = chosen !== undefined && !found ? `Agent: ${name}, which is not there any more` : `Agent: ${name}`;
  return (
    <>
      <button
        ref={setButton}
        type="button"
        className={classNames(styles.button, styles.agent)}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-label={title}
        title={found ? [title, ...detailsOf(found)].join('. ') : title}
        // The keyboard stays in the menu until the button closes it.
        onPointerDown={(event) => isOpen && event.preventDefault()}
        onClick={() => togglePopover('agents')}
      >
        <Bot size={14} aria-hidden />
        {chosen !== undefined && <span className={styles.name}>{name}</span>}
        {chosen === undefined && <ChevronDown size={14} aria-hidden />}
      </button>
      {isOpen && button && (
        <Menu
          label="Choose an agent"
          items={itemsOf(agents, chosen)}
          at={button}
          onClose={(refocuses) => {
            showPopover(null);
            if (refocuses) button.focus({ preventScroll: true });
          }}
        />
      )}
    </>
  );
}

function itemsOf(agents: readonly AgentChoice[], chosen: string | undefined): MenuItem[] {
  const choose = (name: string | null) => () => {
    focusComposer();
    void agent.chooseAgent(name);
  };
  return [
    { label: 'No agent', isChosen: chosen === undefined, run: choose(null) },
    ...agents.map((one): MenuItem => {
      const { name, label } = one;
      return { id: name, label, detail: detailsOf(one).join('. '), isChosen: name === chosen, run: choose(name) };
    }),
  ];
}

const detailsOf = ({ description, model }: AgentChoice): string[] => [
  ...(description === '' ? [] : [description]),
  ...(model === undefined ? [] : [`Answers with ${model === 'fast' ? 'the fast model' : model}`]),
];
