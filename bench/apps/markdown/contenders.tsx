import { type ReactNode, useState } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import type { LinkEnvironment } from '../../../src/renderer/agent/markdown/link-environment.ts';
import type { ContenderName } from './page-api.ts';

/** A component that shows a growing answer. */
export interface Contender {
  /** The next piece; it is called several times a frame. */
  add(chunk: string): void;
}

const environment: LinkEnvironment = {
  platform: 'posix',
  root: '/p',
  openFile: () => {},
  openAddress: () => {},
  inspect: async () => 'file',
};

/** Each loads its own code only, so that none pays for another's. */
export const contenders: Readonly<Record<ContenderName, (place: HTMLElement) => Promise<Contender>>> = {
  /** The cheapest of what appends text to one element: a node a frame; to one node, or a node a piece, costs more. */
  async floor(place: HTMLElement): Promise<Contender> {
    const pre = document.createElement('pre');
    pre.className = 'floor';
    place.append(pre);
    let waiting = '';
    const append = () => {
      pre.append(waiting);
      waiting = '';
    };
    return {
      add(chunk) {
        if (waiting === '') queueMicrotask(append);
        waiting += chunk;
      },
    };
  },
  async ours(place: HTMLElement): Promise<Contender> {
    const { Markdown } = await import('../../../src/renderer/agent/markdown/Markdown.tsx');
    const { LinkContext } = await import('../../../src/renderer/agent/markdown/link-environment.ts');
    const { createMessageWindow } = await import('../../../src/renderer/agent/messages/message-window.ts');
    const { WindowContext } = await import('../../../src/renderer/agent/messages/Piece.tsx');
    // Without it all of the answer stays in the document, which the panel does not do.
    const window = createMessageWindow({ flush: flushSync });
    if (place.parentElement) window.attach(place.parentElement);
    return growing(place, (text) => (
      <WindowContext value={window}>
        <LinkContext value={environment}>
          <Markdown text={text} isStreaming />
        </LinkContext>
      </WindowContext>
    ));
  },
  async streamdown(place: HTMLElement): Promise<Contender> {
    const { Streamdown } = await import('streamdown');
    return growing(place, (text) => <Streamdown mode="streaming">{text}</Streamdown>);
  },
  async 'react-markdown'(place: HTMLElement): Promise<Contender> {
    const { default: ReactMarkdown } = await import('react-markdown');
    const { default: remarkGfm } = await import('remark-gfm');
    const plugins = [remarkGfm];
    return growing(place, (text) => <ReactMarkdown remarkPlugins={plugins}>{text}</ReactMarkdown>);
  },
};

function growing(place: HTMLElement, show: (text: string) => ReactNode): Contender {
  let text = '';
  let tell: (text: string) => void = () => {};
  function Growing() {
    const [shown, setShown] = useState('');
    tell = setShown;
    return show(shown);
  }
  createRoot(place).render(<Growing />);
  return {
    add(chunk) {
      text += chunk;
      tell(text);
    },
  };
}
