import { type Chunk, getChunks } from '@codemirror/merge';
import type { EditorState } from '@codemirror/state';

export const chunksOf = (state: EditorState): readonly Chunk[] => getChunks(state)?.chunks ?? [];

export const chunkAt = (state: EditorState, place: number): Chunk | undefined =>
  chunksOf(state).find(({ fromB, endB }) => fromB <= place && endB >= place);
