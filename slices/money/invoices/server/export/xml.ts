/** An element, or null if there is none. */
export type Xml = string | null;

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
/** Characters that XML 1.0 can't represent: control characters and two noncharacters. */
const invalidXmlCharacters = /[^\P{Cc}\t\n\r]|[\ufffe\uffff]/gu;

export const escapeXml = (text: string): string =>
  text
    .toWellFormed()
    .replace(invalidXmlCharacters, '')
    .replace(/[&<>"]/g, (character) => escapes[character] ?? character);

/** An element with text. Null if the text is empty. */
export function leaf(
  name: string,
  text: string | null | undefined,
  attributes: Record<string, string> = {},
): Xml {
  const escaped = escapeXml(text ?? '').trim();
  if (escaped === '') return null;
  const attributeTexts = Object.entries(attributes).map(
    ([key, value]) => ` ${key}="${escapeXml(value)}"`,
  );
  return `<${name}${attributeTexts.join('')}>${escaped}</${name}>`;
}

/** An element with child elements. Null if there are none. */
export function branch(name: string, ...parts: readonly (Xml | readonly Xml[])[]): Xml {
  const children = parts.flat().filter((part) => part !== null);
  return children.length === 0 ? null : `<${name}>${children.join('')}</${name}>`;
}
