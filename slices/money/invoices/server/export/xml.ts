/** An element, or nothing. */
export type Xml = string | null;

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
/** XML 1.0 has no way to write these at all: controls, and two numbers that are no signs. */
const unwritable = /[^\P{Cc}\t\n\r]|[\ufffe\uffff]/gu;

export const escapeXml = (text: string): string =>
  text
    .toWellFormed()
    .replace(unwritable, '')
    .replace(/[&<>"]/g, (sign) => escapes[sign] ?? sign);

/** An element with text; nothing for no text. */
export function leaf(
  name: string,
  text: string | null | undefined,
  attributes: Record<string, string> = {},
): Xml {
  const inside = escapeXml(text ?? '').trim();
  if (inside === '') return null;
  const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapeXml(value)}"`);
  return `<${name}${written.join('')}>${inside}</${name}>`;
}

/** An element with child elements. Empty when there are none. */
export function branch(name: string, ...parts: readonly (Xml | readonly Xml[])[]): Xml {
  const inside = parts.flat().filter((part) => part !== null);
  return inside.length === 0 ? null : `<${name}>${inside.join('')}</${name}>`;
}
