import { mostImages, type PromptImage } from '../../../shared/contract/thread.ts';
import type { ThreadWork } from '../threads/agent-state.ts';
import type { Desk, ThreadDesks } from '../threads/composer-states.ts';

/** @returns the image as it can be sent, or why it cannot, in a sentence */
export type ReadImage = (file: Blob) => Promise<PromptImage | string>;

export interface DraftImages {
  /** In the order in which they come. What cannot be sent is told in `imageNote`. */
  add(files: readonly Blob[]): Promise<void>;
  remove(image: PromptImage): void;
}

/** The images that go with the next prompt of the thread that is shown when they are added. */
export function createDraftImages(desks: Pick<ThreadDesks, 'present'>, read: ReadImage): DraftImages {
  /** One file after another: decoded, they take much memory. */
  let last = Promise.resolve();

  async function addOne(desk: Desk, file: Blob): Promise<void> {
    const image = await read(file);
    desk.change((work) => ({
      reading: work.reading - 1,
      ...(typeof image === 'string' ? noted(work, image) : { images: [...work.images, image] }),
    }));
  }

  return {
    add(files) {
      const desk = desks.present();
      const { images, reading } = desk.work();
      const room = Math.max(mostImages - images.length - reading, 0);
      const taken = files.slice(0, room);
      const isTooMany = taken.length < files.length;
      desk.change((work) => ({
        reading: work.reading + taken.length,
        imageNote: isTooMany ? `A message takes ${mostImages} images; the others were left out.` : null,
      }));
      for (const file of taken) last = last.then(() => addOne(desk, file));
      return last;
    },
    remove: (image) =>
      desks.present().change((work) => ({ images: work.images.filter((each) => each !== image), imageNote: null })),
  };
}

/** Twenty files that are no images are told of once. */
const noted = ({ imageNote }: ThreadWork, note: string) => ({
  imageNote: imageNote?.includes(note) ? imageNote : [imageNote, note].filter(Boolean).join(' '),
});
