import { createContext, type ReactNode, useContext, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { heightOf, type MessageWindow } from './message-window.ts';

/** null: everything is drawn. */
export const WindowContext = createContext<MessageWindow | null>(null);
/** What the ids of the pieces within begin with. */
export const PieceScope = createContext('');

/** That of a prompt's own text: its message has the id of the prompt. */
export const promptScope = (promptId: string): string => `${promptId}/prompt`;

export interface PieceProps {
  /** The same for as long as the thread is there. */
  readonly id: string;
  /** How high it will be, in pixels, as long as that was not seen. */
  estimate(): number;
  /** What it says, for a copy of what is not drawn. */
  source(): string;
  /** It grows, or asks for something: it stays drawn. */
  readonly isKept?: boolean;
  readonly as?: 'div' | 'article';
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

/** A part of the thread that is drawn only near the view. What has no window around it is always drawn. */
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
    // It is not taken away in the moment in which it need not stay any more.
    if (isKept) setNear(true);
  }, [isKept]);
  return (
    <Element
      ref={element}
      className={className}
      data-piece={id}
      // What is not drawn is nothing to hold on to when something changes its height.
      style={isShown ? undefined : { height: heightOf(id) ?? estimate(), overflowAnchor: 'none' }}
    >
      {isShown && children}
    </Element>
  );
}
