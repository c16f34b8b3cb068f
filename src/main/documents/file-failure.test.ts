import { describe, expect, it } from 'vitest';
import { fileFailure } from './file-failure.ts';

const failed = (code: string, doing: 'opened' | 'saved' | 'listed') => {
  const result = fileFailure(Object.assign(new Error('x'), { code }), '/p/a.txt', doing);
  return result.ok ? null : `${result.failure.code}: ${result.failure.message}`;
};

describe('fileFailure', () => {
  it('makes a sentence of what the system said', () => {
    expect(failed('ENOENT', 'opened')).toBe('file-not-found: “a.txt” could not be opened: it does not exist.');
    expect(failed('ENOENT', 'saved')).toBe('file-failed: “a.txt” could not be saved: its folder is gone.');
    expect(failed('EACCES', 'saved')).toBe('file-denied: “a.txt” could not be saved: the system does not permit it.');
    expect(failed('EROFS', 'saved')).toBe(
      'file-failed: “a.txt” could not be saved: it is on a disk that is read-only.',
    );
    expect(failed('EISDIR', 'saved')).toBe(
      'file-failed: “a.txt” could not be saved: a folder or a device has that name.',
    );
    expect(failed('ENOSPC', 'saved')).toBe('file-failed: “a.txt” could not be saved: the disk is full.');
    expect(failed('EIO', 'listed')).toBe(
      'file-failed: “a.txt” could not be listed: its disk or network drive does not answer (EIO).',
    );
  });
});
