import type { LocalizedText } from '../../../../../contract/languages.ts';
import { localize } from '../../texts/localize.ts';

export const maxPictureBytes = 256 * 1024;

type PictureProblem =
  | 'tooLarge'
  | 'unknown'
  | 'svgText'
  | 'svgDoctype'
  | 'svgScript'
  | 'svgOutside'
  | 'base64';
const pictureProblems: Record<PictureProblem, LocalizedText> = {
  tooLarge: localize('whys.tooLarge'),
  unknown: localize('whys.unknown'),
  svgText: localize('whys.svgText'),
  svgDoctype: localize('whys.svgDoctype'),
  svgScript: localize('whys.svgScript'),
  svgOutside: localize('whys.svgOutside'),
  base64: localize('whys.base64'),
};

export type Picture = { type: string; content: Buffer; problem: null } | { problem: LocalizedText };

/**
 * Returns the type of an image based on its content, regardless of its name, or why it's rejected.
 */
export function parsePicture(base64: string): Picture {
  const rejected = (problem: PictureProblem): Picture => ({ problem: pictureProblems[problem] });
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(base64) || base64.length % 4 !== 0) return rejected('base64');
  const content = Buffer.from(base64, 'base64');
  if (content.length > maxPictureBytes) return rejected('tooLarge');
  if (isPng(content)) return { type: 'image/png', content, problem: null };
  if (isJpeg(content)) return { type: 'image/jpeg', content, problem: null };
  const svgReason = svgProblem(content);
  return svgReason === null
    ? { type: 'image/svg+xml', content, problem: null }
    : rejected(svgReason);
}

/**
 * Checks the signature, the header as the first chunk, and the end as the last (W3C PNG 5.2, 11.2).
 */
const isPng = (content: Buffer): boolean =>
  content.length >= 57 &&
  content.subarray(0, 8).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])) &&
  content.subarray(12, 16).toString('latin1') === 'IHDR' &&
  content.includes('IEND', content.length - 12, 'latin1');

/** Checks the start and end of the image (ITU T.81 B.1.1.3). */
const isJpeg = (content: Buffer): boolean =>
  content.length >= 4 &&
  content[0] === 0xff &&
  content[1] === 0xd8 &&
  content[2] === 0xff &&
  content.lastIndexOf(Buffer.from([0xff, 0xd9])) > 0;

function svgProblem(content: Buffer): PictureProblem | null {
  const text = content.toString('utf8').replace(/^\ufeff/, '');
  const opening = text
    .replace(/^\s*<\?xml[^>]*\?>/, '')
    .replace(/<!--[\s\S]*?-->/g, '')
    .trimStart();
  if (text.includes('\u0000') || text.includes('\ufffd')) return 'unknown';
  if (/<!(DOCTYPE|ENTITY)/i.test(text)) return /<svg[\s>]/i.test(text) ? 'svgDoctype' : 'unknown';
  if (!/^<svg[\s>]/.test(opening)) return 'unknown';
  if (!/<\/svg>\s*$|^<svg[^>]*\/>\s*$/.test(opening)) return 'svgText';
  // Resolve character references first, as XML parsers do: &#x6a;avascript: is javascript:.
  const plain = text.replace(/&#(x[0-9a-f]+|\d+);?/gi, (_whole, number: string) =>
    String.fromCodePoint(
      Math.min(
        0x10ffff,
        number.startsWith('x') ? Number.parseInt(number.slice(1), 16) : Number(number),
      ),
    ),
  );
  if (
    /<\s*(?:[\w.-]+:)?(script|foreignObject|iframe|object|embed|handler|listener|set|animate\w*|audio|video)[\s/>]/i.test(
      plain,
    )
  )
    return 'svgScript';
  if (
    /[\s"'/]on\w+\s*=/i.test(plain) ||
    /(javascript|vbscript)\s*:/i.test(plain.replace(/[\s\p{Cc}]/gu, ''))
  )
    return 'svgScript';
  if (/<\?xml-stylesheet/i.test(plain) || /@import/i.test(plain)) return 'svgOutside';
  const references = [
    ...plain.matchAll(/(?:href|src)\s*=\s*["']?\s*([^"'\s>]*)/gi),
    ...plain.matchAll(/url\(\s*["']?([^)"']*)/gi),
  ];
  const isExternal = (target: string) =>
    target !== '' &&
    !target.startsWith('#') &&
    !/^data:image\/(png|jpeg|gif|webp)[;,]/i.test(target);
  return references.some(([, target = '']) => isExternal(target)) ? 'svgOutside' : null;
}
