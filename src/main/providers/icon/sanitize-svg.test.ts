import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, onTestFinished, test } from 'vitest';
import { readIcon } from './read-icon.ts';
import { longestIcon, sanitizeSvg } from './sanitize-svg.ts';

const svg = (inner: string) => `<svg viewBox="0 0 16 16">${inner}</svg>`;
const ring = '<circle cx="8" cy="8" r="7" fill="none" stroke="currentColor"/>';

describe('an icon', () => {
  test('of plain shapes is kept', () => {
    expect(sanitizeSvg(`<?xml version="1.0"?><!-- ours -->${svg(`<g transform="rotate(45)">${ring}</g>`)}`)).toBe(
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><g transform="rotate(45)">' +
        '<circle cx="8" cy="8" r="7" fill="none" stroke="currentColor"></circle></g></svg>',
    );
  });

  test.each([
    ['a script', '<script>alert(1)</script>'],
    ['a page in it', '<foreignObject><iframe src="https://evil.example"/></foreignObject>'],
    ['an image', '<image href="https://evil.example/a.png"/>'],
    ['a reference', '<use href="#a"/>'],
    ['a style', '<style>* { background: url(https://evil.example) }</style>'],
    ['an animation', '<animate attributeName="r" dur="1s"/>'],
    ['a filter', '<filter id="f"><feGaussianBlur stdDeviation="900"/></filter>'],
    ['a link', '<a href="javascript:alert(1)"><circle r="3"/></a>'],
    ['a text', '<text>Trust me</text>'],
  ])('loses %s', (_what, inner) => {
    expect(sanitizeSvg(svg(`${inner}${ring}`))).toBe(sanitizeSvg(svg(ring)));
  });

  test.each([
    'onload="alert(1)"',
    'style="fill: url(https://evil.example)"',
    'fill="url(https://evil.example#x)"',
    'href="javascript:alert(1)"',
    'xlink:href="data:text/html,x"',
    'filter="url(#f)"',
    'class="x"',
  ])('loses the attribute %s', (attribute) => {
    expect(sanitizeSvg(svg(`<path d="M0 0" ${attribute}/>`))).toBe(sanitizeSvg(svg('<path d="M0 0"/>')));
  });

  test.each([
    ['no XML', 'nonsense <'],
    ['another document', '<html><path d="M0 0"/></html>'],
    ['nothing drawn', svg('<g></g>')],
    ['too many shapes', svg(ring.repeat(250))],
    ['too deep', svg(`${'<g>'.repeat(3000)}${ring}${'</g>'.repeat(3000)}`)],
    ['too long', svg(`${ring}<!--${'x'.repeat(longestIcon)}-->`)],
  ])('is refused when it is %s', (_what, text) => expect(sanitizeSvg(text)).toBeNull());

  test('an entity that would grow is never resolved', () => {
    const bomb = `<!DOCTYPE svg [<!ENTITY a "${'x'.repeat(100)}"><!ENTITY b "&a;&a;&a;">]>${svg(`&b;${ring}`)}`;
    expect(sanitizeSvg(bomb) ?? sanitizeSvg(svg(ring))).toBe(sanitizeSvg(svg(ring)));
  });

  test('what comes out of any text holds known shapes alone', () => {
    const piece = fc.constantFrom(
      '<svg>',
      '</svg>',
      '<path d="M0 0"/>',
      '<script>',
      '"',
      "'",
      '<g ',
      'onload="x"',
      '>',
      '&lt;',
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(piece, fc.string()), { maxLength: 20 }), (parts) => {
        const clean = sanitizeSvg(`<svg>${parts.join('')}</svg>`);
        expect(clean ?? '').not.toMatch(/<(?!\/?(svg|g|path|circle|ellipse|line|polyline|polygon|rect)[ >])|on\w+=/);
      }),
    );
  });

  test('is read from the extension’s own folder only', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'outrigger-icon-'));
    const root = mkdtempSync(join(folder, 'extension-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    writeFileSync(join(root, 'icon.svg'), svg(ring));
    writeFileSync(join(folder, 'other.svg'), svg(ring));
    symlinkSync(join(folder, 'other.svg'), join(root, 'link.svg'));
    expect(await readIcon(root, 'icon.svg')).toContain('<circle');
    expect(await readIcon(root, 'link.svg')).toBeNull();
    expect(await readIcon(root, '../other.svg')).toBeNull();
    expect(await readIcon(root, 'missing.svg')).toBeNull();
    expect(await readIcon(root, '.')).toBeNull();
  });
});
