import type { StoreApi } from 'zustand/vanilla';
import { mostImages, type PromptImage } from '../../shared/contract/thread.ts';
import type { AgentState } from './agent-state.ts';

/** @returns the image as it can be sent, or why it cannot, in a sentence */
export type ReadImage = (file: Blob) => Promise<PromptImage | string>;

export interface DraftImages {
  /** In the order in which they come. What cannot be sent is told in `imageNote`. */
  add(files: readonly Blob[]): Promise<void>;
  remove(image: PromptImage): void;
}

/** The images that go with the next prompt. */
export function createDraftImages(
  { getState, setState }: Pick<StoreApi<AgentState>, 'getState' | 'setState'>,
  read: ReadImage,
): DraftImages {
  /** One file after another: decoded, they take much memory. */
  let last = Promise.resolve();

  async function addOne(file: Blob): Promise<void> {
    const image = await read(file);
    setState((state) => ({
      reading: state.reading - 1,
      ...(typeof image === 'string' ? noted(state, image) : { images: [...state.images, image] }),
    }));
  }

  return {
    add(files) {
      const { images, reading } = getState();
      const room = Math.max(mostImages - images.length - reading, 0);
      const taken = files.slice(0, room);
      const isTooMany = taken.length < files.length;
      setState((state) => ({
        reading: state.reading + taken.length,
        imageNote: isTooMany ? `A message takes ${mostImages} images; the others were left out.` : null,
      }));
      for (const file of taken) last = last.then(() => addOne(file));
      return last;
    },
    remove: (image) =>
      setState((state) => ({ images: state.images.filter((each) => each !== image), imageNote: null })),
  };
}

/** Twenty files that are no images are told of once. */
const noted = ({ imageNote }: AgentState, note: string) => ({
  imageNote: imageNote?.includes(note) ? imageNote : [imageNote, note].filter(Boolean).join(' '),
});
