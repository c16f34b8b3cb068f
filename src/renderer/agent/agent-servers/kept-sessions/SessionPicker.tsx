import { useEffect, useMemo, useState } from 'react';
import type { KeptAgentSession } from '../../../../shared/contract/agent-servers/agent-session.ts';
import { toFailure } from '../../../../shared/contract/errors.ts';
import { agentName, useAgentServers } from '../../../base/agent-servers-store.ts';
import { formatFailure } from '../../../base/format-failure.ts';
import type { Choice } from '../../../base/picker/choice.ts';
import { Picker } from '../../../base/picker/Picker.tsx';
import { rank } from '../../../base/picker/score.ts';
import { api } from '../../../bridge.ts';
import { agent } from '../../threads/agent.ts';
import { type ListedSessions, listSessions } from './list-sessions.ts';
import { readyAgents, showSessions, useSessionPicker } from './session-picker-store.ts';

/** Asks which session that an agent has kept is gone on with, and before that of which agent, if need be. */
export default function SessionPicker() {
  const ref = useSessionPicker((state) => state.agent);
  return ref === null ? <AgentChoices /> : <SessionChoices agentRef={ref} />;
}

function AgentChoices() {
  const [text, setText] = useState('');
  const servers = useAgentServers((state) => state.agentServers);
  const choices = useMemo(
    () =>
      rank(readyAgents(servers), ({ name }) => name, text, shownAtMost).map(
        ({ item: { ref, name }, match }): Choice => ({
          id: ref,
          label: name,
          matched: match.positions,
          choose: () => showSessions(ref),
        }),
      ),
    [servers, text],
  );
  return (
    <Picker
      label="Sessions of an agent"
      inputLabel="Agent"
      placeholder="Of which agent?"
      text={text}
      choices={choices}
      note={choices.length === 0 ? 'No such agent.' : 'Sessions that it has kept of this folder are listed next.'}
      onText={setText}
    />
  );
}

const none: ListedSessions = { sessions: [], isListing: true, isCut: false, failure: null };
const shownAtMost = 100;

function SessionChoices({ agentRef }: { readonly agentRef: string }) {
  const [text, setText] = useState('');
  const [listed, setListed] = useState(none);
  const name = agentName(agentRef) ?? agentRef;
  const hasOthers = useAgentServers(({ agentServers }) =>
    readyAgents(agentServers).some(({ ref }) => ref !== agentRef),
  );
  useEffect(() => {
    const leaving = new AbortController();
    const failed = (thrown: unknown) => {
      if (!leaving.signal.aborted) setListed({ ...none, isListing: false, failure: toFailure(thrown) });
    };
    listSessions((cursor) => api.agents.sessions(agentRef, cursor), setListed, leaving.signal).catch(failed);
    return () => leaving.abort();
  }, [agentRef]);
  const choices = useMemo(
    () => [
      ...rank(listed.sessions, titleOf, text, shownAtMost).map(
        ({ item, match }): Choice => ({
          id: item.id,
          label: titleOf(item),
          matched: match.positions,
          ...(item.at !== undefined && { detail: momentFormat.format(item.at) }),
          choose: () => void agent.openKeptSession(agentRef, item.id, item.title),
        }),
      ),
      ...(hasOthers && text === ''
        ? [{ id: ' others', label: 'Sessions of another agent…', matched: [], choose: () => showSessions(null) }]
        : []),
    ],
    [listed, text, hasOthers, agentRef],
  );
  return (
    <Picker
      label={`Sessions of ${name}`}
      inputLabel="Session"
      placeholder={`Session of ${name} in this folder`}
      text={text}
      choices={choices}
      note={noteOf(listed, text, name)}
      onText={setText}
    />
  );
}

function noteOf({ sessions, isListing, isCut, failure }: ListedSessions, text: string, name: string): string {
  if (failure) return formatFailure(failure);
  if (isListing) return `${name} is asked for its sessions.`;
  if (sessions.length === 0) return `${name} has kept no session of this folder.`;
  if (isCut) return `The newest ${sessions.length} are listed.`;
  return text === '' ? 'It goes on in a new thread, with what was said.' : '';
}

const titleOf = ({ id, title }: KeptAgentSession): string => title || id;
const momentFormat = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short', hourCycle: 'h23' });
