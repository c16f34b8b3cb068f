import { mostImages, type PromptImage } from '../../../shared/contract/prompt-image.ts';
import type { ThreadWork } from '../threads/agent-state.ts';
import type { ComposerState, ComposerStates } from '../threads/composer-states.ts';

/** @returns the image as it can be sent, or why it cannot, in a sentence */
export type ReadImage = (file: Blob) => Promise<PromptImage | string>;

export interface DraftImages {
  /** In the order in which they come. What cannot be sent is told in `imageNote`. */
  add(files: readonly Blob[]): Promise<void>;
  remove(image: PromptImage): void;
}

/** The images that go with the next prompt of the thread that is shown when they are added. */
export function createDraftImages(composers: Pick<ComposerStates, 'present'>, read: ReadImage): DraftImages {
  /** One file after another: decoded, they take much memory. */
  let last = Promise.resolve();

  async function addOne(composer: ComposerState, file: Blob): Promise<void> {
    const image = await read(file);
    composer.change((work) => ({
      reading: work.reading - 1,
      ...(typeof image === 'string' ? noted(work, image) : { images: [...work.images, image] }),
    }));
  }

  return {
    add(files) {
      const composer = composers.present();
      const { images, reading } = composer.work();
      const room = Math.max(mostImages - images.length - reading, 0);
      const taken = files.slice(0, room);
      const isTooMany = taken.length < files.length;
      composer.change((work) => ({
        reading: work.reading + taken.length,
        imageNote: isTooMany ? `A message takes ${mostImages} images; the others were left out.` : null,
      }));
      for (const file of taken) last = last.then(() => addOne(composer, file));
      return last;
    },
    remove: (image) =>
      composers.present().change((work) => ({ images: work.images.filter((each) => each !== image), imageNote: null })),
  };
}

/** Twenty files that are no images are told of once. */
const noted = ({ imageNote }: ThreadWork, note: string) => ({
  imageNote: imageNote?.includes(note) ? imageNote : [imageNote, note].filter(Boolean).join(' '),
});
