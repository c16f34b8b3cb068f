import { type ReactNode, type RefObject, useRef } from 'react';
import { Splitter } from '../base/layout/Splitter.tsx';
import { useDocuments } from './documents/documents-store.ts';
import styles from './EditorArea.module.css';
import { type Border, minShare, panesIn, placed, type Rect, resized } from './panes/layout.ts';
import { PaneContent } from './panes/PaneContent.tsx';
import { bodyId } from './panes/pane.ts';

/**
 * The panes, and the borders between them. They lie side by side in the page, wherever they are: none is mounted anew
 * when another one is divided. The children lie over the last one, and never cover the question below its text.
 */
export function EditorArea({ children }: { readonly children: ReactNode }) {
  const layout = useDocuments((documents) => documents.layout);
  const front = useDocuments((documents) => documents.front);
  const area = useRef<HTMLDivElement>(null);
  const { panes, borders } = placed(layout);
  const order = panesIn(layout);
  return (
    <div ref={area} className={styles.area}>
      {order.map((id, index) => (
        <div key={id} className={styles.pane} style={boxOf(panes.get(id))}>
          <PaneContent id={id} number={order.length > 1 ? index + 1 : null} isFront={id === front}>
            {index === order.length - 1 && children}
          </PaneContent>
        </div>
      ))}
      {borders.map((border) => (
        <PaneBorder
          key={`${border.of.axis} ${border.rect.left} ${border.rect.top} ${border.index}`}
          border={border}
          area={area}
        />
      ))}
    </div>
  );
}

interface BorderProps {
  readonly border: Border;
  readonly area: RefObject<HTMLElement | null>;
}

function PaneBorder({ border: { of, index, rect, at }, area }: BorderProps) {
  const [one, other] = [of.parts[index], of.parts[index + 1]];
  if (!one || !other) return null;
  const isRow = of.axis === 'row';
  const length = () =>
    isRow ? rect.width * (area.current?.clientWidth ?? 0) : rect.height * (area.current?.clientHeight ?? 0);
  const place = isRow ? { left: rect.left + at * rect.width } : { top: rect.top + at * rect.height };
  const { left, top, width, height } = boxOf({ ...rect, ...place });
  const [first = 0] = panesIn(one.layout);
  return (
    <Splitter
      label={isRow ? 'Width of the pane' : 'Height of the pane'}
      controls={bodyId(first)}
      side={isRow ? 'left' : 'above'}
      value={one.share * 100}
      min={minShare * 100}
      max={(one.share + other.share - minShare) * 100}
      pixels={() => length() / 100}
      at={isRow ? { left, top, height } : { left, top, width }}
      onResize={(percent) =>
        useDocuments.setState(({ layout }) => ({ layout: resized(layout, of, index, percent / 100) }))
      }
    />
  );
}

const percent = (share: number): string => `${share * 100}%`;

const boxOf = ({ left, top, width, height }: Rect = { left: 0, top: 0, width: 1, height: 1 }) => ({
  ...{ left: percent(left), top: percent(top) },
  ...{ width: percent(width), height: percent(height) },
});
