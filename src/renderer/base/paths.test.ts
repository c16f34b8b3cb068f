import { describe, expect, it } from 'vitest';
import {
  baseName,
  distinctNames,
  isBelow,
  parentPath,
  pathBelow,
  relativePath,
  shownParent,
  whereaboutsOf,
} from './paths.ts';

describe('paths', () => {
  it('finds the last part with either separator, a closing separator aside', () => {
    expect(baseName('/home/ada/notes.md')).toBe('notes.md');
    expect(baseName('C:\\code\\notes.md')).toBe('notes.md');
    expect(baseName('/home/ada/')).toBe('ada');
    expect(baseName('/')).toBe('/');
  });

  it('finds the directory of a path, the root included', () => {
    expect(parentPath('/home/ada/notes.md')).toBe('/home/ada');
    expect(parentPath('/notes.md')).toBe('/');
    expect(parentPath('C:\\code\\notes.md')).toBe('C:\\code');
  });

  it('knows that outside Windows a backslash is a letter of a name', () => {
    const path = '/p/back\\slash.txt';
    expect(baseName(path)).toBe('back\\slash.txt');
    expect(parentPath(path)).toBe('/p');
    expect(isBelow('/p/back', path)).toBe(false);
    expect(isBelow('C:\\p', 'C:\\p\\a')).toBe(true);
    expect(relativePath('/p/back', path)).toBe(path);
    expect(whereaboutsOf('/p', path)).toEqual({ folders: [], name: 'back\\slash.txt', isInside: true });
    expect(distinctNames([path, '/p/slash.txt'])).toEqual(['back\\slash.txt', 'slash.txt']);
    expect([shownParent('back\\slash.txt', path), shownParent('a\\b.txt', 'C:\\p\\a\\b.txt')]).toEqual(['', 'a']);
  });

  it('shortens only what really lies below the root', () => {
    expect(relativePath('/home/ada', '/home/ada/src/a.ts')).toBe('src/a.ts');
    expect(relativePath('/', '/etc/hosts')).toBe('etc/hosts');
    expect(relativePath('C:\\code', 'C:\\code\\src\\a.ts')).toBe('src\\a.ts');
    expect(relativePath('/home/ada', '/home/adam/a.ts')).toBe('/home/adam/a.ts');
    expect(relativePath(undefined, '/home/ada/a.ts')).toBe('/home/ada/a.ts');
  });

  it('knows a file of the folder from one elsewhere that is called the same', () => {
    const file = { name: 'a.py', isInside: true };
    expect(whereaboutsOf('/home/deep', '/home/deep/a.py')).toEqual({ ...file, folders: [] });
    expect(whereaboutsOf('C:\\deep', 'C:\\deep\\src\\x\\a.py')).toEqual({ ...file, folders: ['src', 'x'] });
    expect(whereaboutsOf('/', '/etc/a.py')).toEqual({ ...file, folders: ['etc'] });
    const elsewhere = { folders: ['/home/deeper'], name: 'a.py', isInside: false };
    expect(whereaboutsOf('/home/deep', '/home/deeper/a.py')).toEqual(elsewhere);
    expect(whereaboutsOf(undefined, '/home/deeper/a.py')).toEqual(elsewhere);
    expect(whereaboutsOf('/', 'untitled:/Untitled-1')).toEqual({ folders: [], name: 'Untitled-1', isInside: false });
  });

  it('shows of a text that the app itself made its title alone, and of one of an extension whose it is', () => {
    const title = { folders: [], name: 'What the model sees', isInside: false };
    const folder = '/home/ada/.config/Outrigger/threads/exported';
    const path = `${folder}/0f8fad5b-d9cb-469f-a165-70867728950e/What the model sees.md`;
    expect(whereaboutsOf('/home/deep', path)).toEqual(title);
    expect(whereaboutsOf(undefined, path.replaceAll('/', '\\'))).toEqual(title);
    expect(whereaboutsOf(undefined, `${folder}/mine/notes.md`)).toMatchObject({ name: 'notes.md' });
    const ofExtension = '/home/ada/.config/Outrigger/extension-state/words/texts/Report.txt';
    expect(whereaboutsOf('/home/deep', ofExtension)).toEqual({ folders: ['words'], name: 'Report', isInside: false });
    // A query that names a folder looks for files in it.
    expect(whereaboutsOf(folder, path)).toMatchObject({ name: 'What the model sees.md', isInside: true });
  });

  it('joins paths with the separators of the first', () => {
    expect(pathBelow('/p', 'a/b')).toBe('/p/a/b');
    expect(pathBelow('/', 'a')).toBe('/a');
    expect(pathBelow('/p', '')).toBe('/p/');
    expect(pathBelow('/p\\q', 'a\\b/c')).toBe('/p\\q/a\\b/c');
    expect(pathBelow('C:\\p', 'a/b')).toBe('C:\\p\\a\\b');
    expect(pathBelow('\\\\server\\share\\', 'a')).toBe('\\\\server\\share\\a');
  });

  it('tells paths of the same name apart by the fewest directories', () => {
    expect(distinctNames(['/p/a.ts', '/p/b.ts'])).toEqual(['a.ts', 'b.ts']);
    expect(distinctNames(['/p/a/index.ts', '/p/b/index.ts', '/p/c.ts'])).toEqual(['a/index.ts', 'b/index.ts', 'c.ts']);
    expect(distinctNames(['/p/a/x/index.ts', '/p/b/x/index.ts'])).toEqual(['a/x/index.ts', 'b/x/index.ts']);
    expect(distinctNames(['/x/index.ts', '/p/x/index.ts'])).toEqual(['/x/index.ts', 'p/x/index.ts']);
    expect(distinctNames(['C:\\a\\index.ts', 'C:\\b\\index.ts'])).toEqual(['a/index.ts', 'b/index.ts']);
  });
});
