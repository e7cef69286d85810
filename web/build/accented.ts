import type { CompiledMessage } from '../../contract/texts/formatMessage.ts';

const accents: Record<string, string> = {
  a: 'áá',
  e: 'éé',
  i: 'íí',
  o: 'óó',
  u: 'úú',
  A: 'ÁÁ',
  E: 'ÉÉ',
  I: 'ÍÍ',
  O: 'ÓÓ',
  U: 'ÚÚ',
  c: 'ç',
  n: 'ñ',
  s: 'š',
  z: 'ž',
};

const accentedText = (text: string): string =>
  text.replace(/[a-z]/gi, (letter) => accents[letter] ?? letter);

type Node = Exclude<CompiledMessage, string>[number];

/**
 * Returns the message in accented English, about 40 percent longer. This generated language is used
 * to test screens for texts that don’t fit, and for texts that don't come from a catalog.
 */
export const accented = (message: CompiledMessage): CompiledMessage =>
  typeof message === 'string' ? accentedText(message) : message.map(accentedNode);

function accentedNode(node: Node): Node {
  if (typeof node === 'string') return accentedText(node);
  if (!Array.isArray(node)) return node;
  const [name, type, options] = node;
  if (typeof options !== 'object' || options === null) return node;
  const branches = Object.entries(options as Record<string, CompiledMessage | 0>).map(
    ([form, branch]) => [form, branch === 0 ? branch : accented(branch)],
  );
  return [name, type, Object.fromEntries(branches)] as Node;
}
