/** A part of the window to which images can be added. */
interface ImagePlace {
  readonly element: HTMLElement;
  add(images: readonly File[]): void;
}

let imagePlace: ImagePlace | null = null;

/**
 * Images that are dropped on the place are added to it, and not opened. While some are dragged over it, its element
 * has the attribute `data-takes-drop`. @returns the undo
 */
export function takeDroppedImages(place: ImagePlace): () => void {
  imagePlace = place;
  return () => {
    if (imagePlace === place) imagePlace = null;
  };
}

export const isImage = ({ kind, type }: DataTransferItem): boolean => kind === 'file' && type.startsWith('image/');

/** @returns the place that takes what is dragged now */
export function imagePlaceOf({ target, dataTransfer }: DragEvent): ImagePlace | null {
  const isOver = target instanceof Node && imagePlace?.element.contains(target);
  return isOver && [...(dataTransfer?.items ?? [])].some(isImage) ? imagePlace : null;
}

/** Says on the place whether what is dragged now would be added to it. */
export function markImagePlace(takesDrop: boolean): void {
  imagePlace?.element.toggleAttribute('data-takes-drop', takesDrop);
}
