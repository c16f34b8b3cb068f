import { parseXml, XmlElement } from '@rgrove/parse-xml';

/**
 * The permitted elements: plain shapes. No text, style, script, link, image, reference, filter or animation, so that an
 * icon is inert, and costs no more than drawing its lines.
 */
const shapes: ReadonlySet<string> = new Set([
  'svg',
  'g',
  'path',
  'circle',
  'ellipse',
  'line',
  'polyline',
  'polygon',
  'rect',
]);
const number = /^[-+\d.eE\s,%]{1,200}$/;
const paint = /^(none|currentColor|[a-z]{1,20}|#[0-9a-fA-F]{3,8})$/;
const word = /^[a-z-]{1,20}$/;
const attributes: Readonly<Record<string, RegExp>> = {
  viewBox: number,
  width: number,
  height: number,
  // Commands and numbers of a path.
  d: /^[MmZzLlHhVvCcSsQqTtAa\d\s,.+\-eE]+$/,
  points: /^[-+\d.eE\s,]+$/,
  transform: /^[a-zA-Z\d\s,.()+-]{1,500}$/,
  fill: paint,
  stroke: paint,
  'fill-rule': word,
  'clip-rule': word,
  'stroke-linecap': word,
  'stroke-linejoin': word,
  ...Object.fromEntries(
    ['cx', 'cy', 'r', 'rx', 'ry', 'x', 'y', 'x1', 'x2', 'y1', 'y2', 'opacity', 'fill-opacity', 'stroke-opacity']
      .concat(['stroke-width', 'stroke-miterlimit', 'stroke-dasharray', 'stroke-dashoffset'])
      .map((name) => [name, number]),
  ),
};
/** Characters and elements of a file. */
export const longestIcon = 32 * 1024;
const maxElements = 200;

/**
 * Rebuilds an SVG from its harmless shapes; everything else is omitted.
 * @returns null when it is not an SVG, draws nothing, or is too large for an icon
 */
export function sanitizeSvg(text: string): string | null {
  if (text.length > longestIcon) return null;
  const root = rootOf(text);
  if (root?.name !== 'svg') return null;
  let count = 0;
  let drawn = 0;

  function write(element: XmlElement): string {
    count += 1;
    if (!shapes.has(element.name) || count > maxElements) return '';
    if (element.name !== 'svg' && element.name !== 'g') drawn += 1;
    const inner = element.children.map((child) => (child instanceof XmlElement ? write(child) : '')).join('');
    return `<${element.name}${attributesOf(element)}>${inner}</${element.name}>`;
  }

  const written = write(root);
  if (drawn === 0 || count > maxElements) return null;
  return written.replace(/^<svg/, '<svg xmlns="http://www.w3.org/2000/svg"');
}

function rootOf(text: string): XmlElement | null {
  try {
    // Entities are not resolved, so that they cannot expand.
    return parseXml(text, { ignoreUndefinedEntities: true }).root;
  } catch {
    return null;
  }
}

const attributesOf = ({ attributes: found }: XmlElement): string =>
  Object.entries(found)
    .filter(([name, value]) => Object.hasOwn(attributes, name) && attributes[name]?.test(value))
    .map(([name, value]) => ` ${name}="${value}"`)
    .join('');
