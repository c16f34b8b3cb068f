import pLimit from 'p-limit';
import { maxImages, type PromptImage } from '../../../shared/contract/prompt-image.ts';
import type { ThreadWork } from '../threads/agent-state.ts';
import { takenBack } from '../threads/outgoing-prompts.ts';
import type { SessionRef, ThreadSessions } from '../threads/thread-sessions.ts';

/** @returns the image in a form that can be sent, or a sentence why it cannot */
export type ReadImage = (file: Blob) => Promise<PromptImage | string>;

export type DraftImages = ReturnType<typeof createDraftImages>;

/** The images that go with the next prompt of the thread that is shown when they are added. */
export function createDraftImages(sessions: Pick<ThreadSessions, 'shown'>, read: ReadImage) {
  /** One file after another: decoded, they take much memory. */
  const inTurn = pLimit(1);

  async function addOne(session: SessionRef, file: Blob): Promise<void> {
    const image = await read(file);
    session.change((work) => withRead(work, image));
  }

  return {
    /** In the order in which they come. What cannot be sent is told in `imageNote`. */
    async add(files: readonly Blob[]) {
      const session = sessions.shown();
      const { images, reading } = session.get();
      const room = Math.max(maxImages - images.length - reading, 0);
      const taken = files.slice(0, room);
      const isTooMany = taken.length < files.length;
      session.change((work) => ({
        reading: work.reading + taken.length,
        imageNote: isTooMany ? `A message can hold ${maxImages} images; the others were left out.` : null,
      }));
      await inTurn.map(taken, (file) => addOne(session, file));
    },
    remove: (image: PromptImage) =>
      sessions.shown().change((work) => ({ images: work.images.filter((each) => each !== image), imageNote: null })),
  };
}

/** Files are read in order, so that the first prompt still waiting for images gets the next one. */
function withRead(work: ThreadWork, image: PromptImage | string): Partial<ThreadWork> {
  const waits = work.sending.find(({ reading }) => reading > 0);
  if (!waits) {
    const reading = work.reading - 1;
    return typeof image === 'string'
      ? { reading, ...noted(work, image) }
      : { reading, images: [...work.images, image] };
  }
  const reading = waits.reading - 1;
  const images = typeof image === 'string' ? waits.images : [...waits.images, image];
  const sending = work.sending.map((prompt) => (prompt === waits ? { ...prompt, reading, images } : prompt));
  // The prompt is taken back, so that the person knows before the rest is sent.
  const back = typeof image === 'string' && { ...takenBack({ ...work, sending }, waits.id), ...noted(work, image) };
  return { sending, ...back };
}

/** The same note is shown once, however many files it is about. */
const noted = ({ imageNote }: ThreadWork, note: string) => ({
  imageNote: imageNote?.includes(note) ? imageNote : [imageNote, note].filter(Boolean).join(' '),
});
