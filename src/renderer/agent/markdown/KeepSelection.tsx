import { Component, type ReactNode } from 'react';

interface KeepSelectionProps {
  readonly children: ReactNode;
}

interface Kept {
  readonly anchor: Node;
  readonly anchorOffset: number;
  readonly focus: Node;
  readonly focusOffset: number;
}

/** Setting a text node loses the selection in it. Restores the selection where the text only grew. */
export class KeepSelection extends Component<KeepSelectionProps> {
  override getSnapshotBeforeUpdate(): Kept | null {
    const selection = document.getSelection();
    if (!selection || selection.isCollapsed) return null;
    const { anchorNode: anchor, anchorOffset, focusNode: focus, focusOffset } = selection;
    if (!(anchor instanceof Text || focus instanceof Text) || !anchor || !focus) return null;
    return { anchor, anchorOffset, focus, focusOffset };
  }

  override componentDidUpdate(_before: KeepSelectionProps, _state: unknown, kept: Kept | null): void {
    const selection = kept && document.getSelection();
    if (!selection) return;
    const { anchor, anchorOffset, focus, focusOffset } = kept;
    // The selection was moved on purpose.
    if (selection.anchorNode !== anchor || selection.focusNode !== focus) return;
    if (selection.anchorOffset === anchorOffset && selection.focusOffset === focusOffset) return;
    if (anchorOffset > lengthOf(anchor) || focusOffset > lengthOf(focus)) return;
    selection.setBaseAndExtent(anchor, anchorOffset, focus, focusOffset);
  }

  override render(): ReactNode {
    return this.props.children;
  }
}

const lengthOf = (node: Node): number => (node instanceof Text ? node.length : node.childNodes.length);
