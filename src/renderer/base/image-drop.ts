/** A part of the window to which images can be added. */
interface ImagePlace {
  readonly element: HTMLElement;
  add(images: readonly File[]): void;
}

let imagePlace: ImagePlace | null = null;

/**
 * Adds images that are dropped on the place to it instead of opening them. While some are dragged over it, its element
 * has the attribute `data-takes-drop`. @returns the undo
 */
export function takeDroppedImages(place: ImagePlace): () => void {
  imagePlace = place;
  return () => {
    if (imagePlace === place) imagePlace = null;
  };
}

export const isImage = ({ kind, type }: DataTransferItem): boolean => kind === 'file' && type.startsWith('image/');

/** @returns the place that would take the images that are dragged; null: none, or no image is among them */
export function imagePlaceOf({ target, dataTransfer }: DragEvent): ImagePlace | null {
  const isOver = target instanceof Node && imagePlace?.element.contains(target);
  return isOver && [...(dataTransfer?.items ?? [])].some(isImage) ? imagePlace : null;
}

/** Marks the place while a drop would be added to it. */
export function markImagePlace(takesDrop: boolean): void {
  imagePlace?.element.toggleAttribute('data-takes-drop', takesDrop);
}
