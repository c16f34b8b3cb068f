import { useEffect } from 'react';
import { useAsking } from '../../base/asking-store.ts';
import { panelIsShown, showPanel, useLayout } from '../../base/layout/layout-store.ts';
import { notify } from '../../base/notices/notices-store.ts';
import { closeOverlay } from '../../base/overlay-store.ts';
import { agent } from '../threads/agent.ts';
import { useThreads } from '../threads/threads.ts';

/** Tells the parts of the window that may hide the panel of a thread that asks; while it is hidden, a notice leads there. */
export function useAskingTold(): void {
  const first = useThreads(({ threads }) => threads?.find(({ state }) => state === 'asking'));
  const isHidden = useLayout((layout) => !panelIsShown(layout));
  const { id, title = '' } = first ?? {};
  useEffect(() => {
    if (id === undefined) return;
    const show = () => {
      closeOverlay();
      showPanel(true);
      if (agent.thread().threadId !== id) void agent.openThread(id);
    };
    useAsking.setState({ asking: { title, show } });
    return () => useAsking.setState({ asking: null });
  }, [id, title]);
  const asking = useAsking((state) => state.asking);
  useEffect(() => {
    if (!asking || !isHidden) return;
    const text = `“${asking.title}” has a question for you.`;
    return notify({ severity: 'info', text, actions: [{ label: 'Show', run: asking.show }] });
  }, [asking, isHidden]);
}
