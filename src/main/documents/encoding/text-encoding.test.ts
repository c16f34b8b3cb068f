import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { type Encoding, encodingIds, mayHaveBom } from '../../../shared/contract/documents/encoding.ts';
import { lengthOf } from '../../../shared/testing/soak.ts';
import { pieceLength } from './in-pieces.ts';
import { decodePieces, decodeText, encodePieces, encodeText, type FileText } from './text-encoding.ts';

const encoded = async (text: string, encoding: Encoding, hasBom = false): Promise<Buffer> => {
  const bytes = await encodeText('/p/a.txt', { text, encoding, hasBom });
  if (!bytes.ok) throw new Error(bytes.failure.message);
  return bytes.value;
};
const failureOf = async (text: string, encoding: Encoding): Promise<string> => {
  const bytes = await encodeText('/p/a.txt', { text, encoding, hasBom: false });
  return bytes.ok ? 'written' : `${bytes.failure.code}: ${bytes.failure.message}`;
};

/** For each encoding enough text to detect it. */
const samples: readonly (readonly [Encoding, string])[] = [
  ['shiftjis', '日本語のテキストです。漢字とカタカナ。\r\n二行目もあります。\r\n'],
  ['eucjp', '日本語のテキストです。漢字とカタカナ。\n二行目もあります。\n'],
  ['gbk', '这是一个中文文本文件，用来测试编码。\n第二行也有一些汉字。\n'],
  ['cp950', '這是一個中文文字檔案，用來測試編碼。\n第二行也有一些漢字。\n'],
  ['euckr', '한국어 텍스트 파일입니다. 인코딩을 시험합니다.\n둘째 줄도 있습니다.\n'],
  ['windows1251', 'Привет, мир. Это русский текст для проверки.\nВторая строка.\n'],
  ['koi8r', 'Привет, мир. Это русский текст для проверки.\nВторая строка.\n'],
  ['windows1253', 'Ελληνικό κείμενο για δοκιμή της κωδικοποίησης.\n'],
  ['windows1252', 'Größe über alles – naïve “cafés” für 5 €.\n'],
];

describe('what is found in bytes', () => {
  it.each(samples)('%s', async (encoding, text) => {
    const bytes = await encoded(text, encoding);
    expect(await decodeText('/p/a.txt', bytes)).toEqual({
      ok: true,
      value: { text, encoding, hasBom: false, isLossy: false },
    });
  });

  it.each(['utf8', 'utf16le', 'utf16be', 'utf32le', 'utf32be'] as const)('the mark of %s', async (encoding) => {
    const text = 'a 漢 😀\r\nb';
    const bytes = await encoded(text, encoding, true);
    expect(await decodeText('/p/a.txt', bytes)).toMatchObject({
      ok: true,
      value: { text, encoding, hasBom: true, isLossy: false },
    });
  });

  it.each(['utf16le', 'utf16be'] as const)('%s without a mark, when it is mostly Latin', async (encoding) => {
    const text = 'name=value\r\nüber=日本\r\n';
    const bytes = await encoded(text, encoding);
    expect(await decodeText('/p/a.txt', bytes)).toMatchObject({ ok: true, value: { text, encoding, hasBom: false } });
  });

  it('ASCII is UTF-8, and in the encoding in use it is that', async () => {
    const bytes = Buffer.from('plain\n');
    expect(await decodeText('/p/a.txt', bytes)).toMatchObject({ value: { encoding: 'utf8' } });
    expect(await decodeText('/p/a.txt', bytes, { encoding: 'windows1252', isForced: false })).toMatchObject({
      value: { encoding: 'windows1252' },
    });
  });

  it('the encoding in use is given up where it does not give the bytes back, and for a mark', async () => {
    const latin = Buffer.from([0x67, 0x72, 0xfc, 0x6e]);
    expect(await decodeText('/p/a.txt', latin, { encoding: 'utf8', isForced: false })).toMatchObject({
      value: { text: 'grün', encoding: 'windows1252' },
    });
    const marked = await encoded('grün', 'utf8', true);
    expect(await decodeText('/p/a.txt', marked, { encoding: 'windows1252', isForced: false })).toMatchObject({
      value: { text: 'grün', encoding: 'utf8', hasBom: true },
    });
  });

  it('a letter far down in a large file', async () => {
    const text = `${'plain ascii\n'.repeat(50_000)}日本語のテキストです。漢字とカタカナ。\n`;
    expect(await decodeText('/p/a.txt', await encoded(text, 'shiftjis'))).toMatchObject({
      value: { text, encoding: 'shiftjis' },
    });
  });

  it('no text in bytes with a zero', async () => {
    for (const bytes of ['a\0b', 'abc\0def\n', '\0\x01', 'PK\x03\x04\0\0\0\0']) {
      expect(await decodeText('/p/a.txt', Buffer.from(bytes))).toMatchObject({
        ok: false,
        failure: { code: 'file-binary', message: '“a.txt” is a binary file.' },
      });
    }
  });

  it('what was cut off in the middle of a character after its mark, which is said', async () => {
    const bytes = Buffer.concat([await encoded('a漢', 'utf8', true), Buffer.from([0xe6])]);
    expect(await decodeText('/p/a.txt', bytes)).toMatchObject({ value: { encoding: 'utf8', isLossy: true } });
    expect(await decodeText('/p/a.txt', Buffer.from([0xff, 0xfe, 0x61, 0, 0x62]))).toMatchObject({
      value: { encoding: 'utf16le', isLossy: true },
    });
  });
});

describe('a text of many pieces', () => {
  const long = 4 * pieceLength;

  it.each<[Encoding, string]>([
    ['utf8', '漢😀\r\n'],
    ['utf16le', '漢😀\r\n'],
    ['utf16be', '漢😀\r\n'],
    ['utf32le', '漢😀\r\n'],
    ['gb18030', '漢😀\r\n'],
    ['shiftjis', '漢字\r\n'],
    ['big5hkscs', '漢字\r\n'],
    ['windows1252', 'ü€\r\n'],
    ['iso88591', 'ü\x85\r\n'],
  ])('in %s comes through, whichever byte a piece ends at', async (encoding, letters) => {
    for (let shift = 0; shift < 8; shift += 1) {
      const text = 'a'.repeat(shift) + letters.repeat(long / 3);
      const bytes = await encoded(text, encoding, true);
      const read = await decodePieces('/p/a.txt', bytes, { encoding, isForced: true });
      if (!read.ok) throw new Error(read.failure.message);
      const { pieces, isLossy } = read.value;
      expect({ isLossy, isSame: pieces.join('') === text, isLong: pieces.length > 1 }).toEqual({
        isLossy: false,
        isSame: true,
        isLong: true,
      });
      expect(pieces.filter((piece) => /[\r\ud800-\udbff]$/.test(piece))).toEqual([]);
      const written = await encodePieces('/p/a.txt', read.value);
      expect(written.ok && written.value.equals(bytes)).toBe(true);
    }
  });

  it('is found to be lossy, lacking a letter or binary wherever that is', async () => {
    const ascii = Buffer.alloc(3 * long, 'plain ascii\n');
    const broken = Buffer.concat([ascii, Buffer.from([0xe6]), ascii]);
    const asUtf8 = { encoding: 'utf8', isForced: true } as const;
    expect(await decodePieces('/p/a.txt', broken, asUtf8)).toMatchObject({ value: { isLossy: true } });
    expect(await decodePieces('/p/a.txt', broken)).toMatchObject({ value: { encoding: 'windows1252' } });
    expect(await decodePieces('/p/a.txt', Buffer.concat([ascii, Buffer.alloc(1), ascii]))).toMatchObject({ ok: false });
    expect(await failureOf(`${'plain\n'.repeat(long / 2)}  漢`, 'windows1252')).toContain('“漢” at 131073:3.');
  });
});

describe('what is asked for', () => {
  it('is shown whatever it makes of the bytes, and says that they would be others', async () => {
    const latin = Buffer.from([0x67, 0x72, 0xfc, 0x6e]);
    expect(await decodeText('/p/a.txt', latin, { encoding: 'utf8', isForced: true })).toMatchObject({
      value: { text: 'gr\uFFFDn', isLossy: true },
    });
    expect(await decodeText('/p/a.txt', latin, { encoding: 'windows1251', isForced: true })).toMatchObject({
      value: { text: 'grьn', isLossy: false },
    });
    // NEC duplicates a JIS character: decoding works, but encoding gives the other bytes.
    expect(
      await decodeText('/p/a.txt', Buffer.from([0x87, 0x90]), { encoding: 'shiftjis', isForced: true }),
    ).toMatchObject({
      value: { text: '≒', isLossy: true },
    });
  });
});

describe('what an encoding lacks', () => {
  it('is named with its place', async () => {
    expect(await failureOf('grün\n  漢字 and 漢', 'windows1252')).toBe(
      'file-encoding: “a.txt” was not written: Windows 1252 has no “漢” at 2:3, “字” at 2:4.',
    );
    expect(await failureOf('😀', 'shiftjis')).toContain('Shift JIS has no “😀” at 1:1.');
    expect(await failureOf('a\u0301\u200b', 'iso88591')).toContain('has no U+0301 at 1:2, U+200B at 1:3.');
  });

  it('is half a character in each, which another one does not help', async () => {
    for (const encoding of ['utf8', 'utf16le', 'utf32be', 'windows1252'] as const)
      expect(await failureOf('a\n€\ud83d', encoding)).toBe(
        'file-failed: “a.txt” was not written: no file can have half of a character, as U+D83D at 2:2.',
      );
  });

  it('makes a file read-only that has it all the same: backups are UTF-8, and would lose it', async () => {
    const half = Buffer.from('\uFEFFa\ud83db', 'utf16le');
    for (const bytes of [half, Buffer.from(half).swap16()])
      expect(await decodeText('/p/a.txt', bytes)).toMatchObject({ value: { text: 'a\uFFFDb', isLossy: true } });
  });
});

const anyBytes = fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes));
/** Text as in files: letters of several scripts, line ends, byte-order marks. */
const anyText = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        'a',
        'ü',
        '€',
        'ж',
        '漢',
        '字',
        'ア',
        '한',
        '😀',
        '\n',
        '\r\n',
        '\r',
        '\t',
        '\uFEFF',
        '¥',
        '~',
        '\\',
      ),
      fc.string({ unit: 'binary', maxLength: 3 }),
    ),
    { maxLength: 30 },
  )
  .map((parts) => parts.join('').replaceAll('\0', ''));
const anyEncoding = fc.constantFrom(...encodingIds);

test('any text in any encoding is written as bytes that are read as the same text, or is refused', {
  tags: ['search'],
}, async () => {
  await fc.assert(
    fc.asyncProperty(anyText, anyEncoding, fc.boolean(), async (text, encoding, wantsBom) => {
      const file: FileText = { text, encoding, hasBom: wantsBom && mayHaveBom(encoding) };
      const bytes = await encodeText('/p/a.txt', file);
      if (!bytes.ok) {
        expect(bytes.failure.code).toBe('file-encoding');
        return;
      }
      const read = await decodeText('/p/a.txt', bytes.value, { encoding, isForced: true });
      if (!read.ok) throw new Error(read.failure.message);
      // A text that begins with U+FEFF is read as one with a mark.
      if (file.hasBom || !text.startsWith('\uFEFF')) expect(read.value).toEqual({ ...file, isLossy: false });
      expect(await encodeText('/p/a.txt', read.value)).toEqual(bytes);
      const found = await decodeText('/p/a.txt', bytes.value);
      if (found.ok && !found.value.isLossy) expect(await encodeText('/p/a.txt', found.value)).toEqual(bytes);
    }),
    { numRuns: lengthOf(500, 20_000) },
  );
});

test('any bytes that are opened and saved unchanged are the same bytes, or are said to be no text', {
  tags: ['search'],
}, async () => {
  await fc.assert(
    fc.asyncProperty(anyBytes, fc.option(anyEncoding, { nil: undefined }), async (bytes, inUse) => {
      const read = await decodeText('/p/a.txt', bytes, inUse && { encoding: inUse, isForced: false });
      if (!read.ok) {
        expect(read.failure.code).toBe('file-binary');
        return;
      }
      const written = await encodeText('/p/a.txt', read.value);
      if (!read.value.isLossy) expect(written).toEqual({ ok: true, value: bytes });
      else expect(written.ok && written.value.equals(bytes)).toBe(false);
    }),
    { numRuns: lengthOf(500, 20_000) },
  );
});
