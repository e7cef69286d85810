/**
 * The texts of the elements at a path below the root, without name prefixes. Throws if the XML
 * isn't well-formed. Supports only the XML features that the portal's files use.
 */
export function valuesOf(xml: string, path: string): string[] {
  const open: { name: string; text: string }[] = [];
  const found: string[] = [];
  const body = xml.replace(/^<\?xml[^>]*\?>/, '');
  for (const [, isClosingTag, name = '', isEmpty, text = ''] of body.matchAll(
    /<(\/?)([\w:]+)(?:\s+[\w:]+="[^"<]*")*\s*(\/?)>|([^<>]+|[<>])/g,
  )) {
    const top = open.at(-1);
    if (name === '') {
      if (/[<>]|&(?!(amp|lt|gt|quot);)/.test(text)) throw new Error(`Not well-formed at ${text}`);
      if (top) top.text += text;
    } else if (isClosingTag) {
      if (top?.name !== name) throw new Error(`${name} ends within ${top?.name}`);
      if (open.slice(1).map(localName).join('/') === path) found.push(decodeEntities(top.text));
      open.pop();
    } else if (!isEmpty) open.push({ name, text: '' });
  }
  if (open.length > 0) throw new Error(`${open.at(-1)?.name} does not end`);
  return found;
}

const localName = ({ name }: { name: string }): string => name.replace(/^\w+:/, '');
const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"' };
const decodeEntities = (text: string): string =>
  text.replace(/&(\w+);/g, (_whole, name: string) => entities[name] ?? '');
