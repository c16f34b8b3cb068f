import { history } from '@codemirror/commands';
import { EditorState } from '@codemirror/state';
import { EditorView, lineNumbers } from '@codemirror/view';
import { useEffect, useRef } from 'react';
import { createRoot } from 'react-dom/client';

const text = fetch('/text').then((answer) => answer.text());

function Editor() {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    void text.then((doc) => {
      const extensions = [lineNumbers(), history()];
      const view = new EditorView({ state: EditorState.create({ doc, extensions }), parent: place.current as Element });
      view.focus();
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        // Sent within a frame, it arrives when the frame is done.
        port1.onmessage = () => {
          document.title = `painted ${Math.round(performance.timeOrigin + performance.now())}`;
        };
        port2.postMessage(null);
      });
    });
  }, []);
  return <div ref={place} />;
}

createRoot(document.getElementById('root') as HTMLElement).render(<Editor />);
