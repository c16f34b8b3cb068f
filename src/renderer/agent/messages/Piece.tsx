import { createContext, type ReactNode, useContext, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { heightOf, type MessageWindow } from './message-window.ts';

/** null: everything is rendered. */
export const WindowContext = createContext<MessageWindow | null>(null);
/** Prefix of the ids of the pieces within. */
export const PieceScope = createContext('');

/** Scope of a prompt's own text, as its message has the id of the prompt. */
export const promptScope = (promptId: string): string => `${promptId}/prompt`;

/** Scope of a terminal of an agent, which its call shows. */
export const terminalScope = (answerId: string, terminalId: string): string =>
  `${answerId}/terminal:${encodeURIComponent(terminalId.toWellFormed())}`;

/** Scopes of the parts of a command of the person. */
export const shellScopes = (runId: string) => ({ command: `${runId}/command`, output: `${runId}/output` });

export interface PieceProps {
  /** The same for the lifetime of the thread. */
  readonly id: string;
  /** Its expected height in pixels, until it was measured. */
  estimate(): number;
  /** Its text, for a copy while it is not rendered. */
  source(): string;
  /** It stays rendered, as it grows or asks for something. */
  readonly isKept?: boolean;
  readonly as?: 'div' | 'article';
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

/** A part of the thread that is rendered only near the view. Without a window around it, it is always rendered. */
export function Piece({ id, estimate, source, isKept = false, as: Element = 'div', className, children }: PieceProps) {
  const window = useContext(WindowContext);
  const element = useRef<HTMLDivElement>(null);
  const [isNear, setNear] = useState(isKept);
  const isShown = window === null || isKept || isNear;
  const present = useRef({ isShown, isKept, source });
  present.current = { isShown, isKept, source };
  useLayoutEffect(() => {
    if (!element.current) return;
    return window?.add({
      id,
      element: element.current,
      isShown: () => present.current.isShown,
      isKept: () => present.current.isKept,
      source: () => present.current.source(),
      show: setNear,
    });
  }, [window, id]);
  useEffect(() => {
    // When it need not be kept any more it is not removed at once.
    if (isKept) setNear(true);
  }, [isKept]);
  return (
    <Element
      ref={element}
      className={className}
      data-piece={id}
      // An empty place must not be the browser's scroll anchor.
      style={isShown ? undefined : { height: heightOf(id) ?? estimate(), overflowAnchor: 'none' }}
    >
      {isShown && children}
    </Element>
  );
}
