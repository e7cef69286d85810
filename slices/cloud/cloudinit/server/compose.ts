import { createHash } from 'node:crypto';
import { stringify } from 'yaml';
import { normalizeGuestText } from '../../../../contract/fields/guestText.ts';
import { parsePart } from './documents.ts';

/** Maximum size of the combined user data for a guest's first boot, in bytes. */
export const maxUserDataLength = 65_536;

/**
 * How a later part is merged into the earlier ones: lists are joined, mappings are merged, and on
 * conflict the earlier value wins. Without this, cloud-init would replace the earlier values of a
 * key completely.
 */
const mergeType = 'list(append)+dict(no_replace,recurse_list)+str()';

/** Combines the parts into one MIME multipart document, which cloud-init reads in order. */
export function multipartOf(parts: readonly string[]): string {
  const boundary = `==${createHash('sha256').update(parts.join('\u0000')).digest('hex').slice(0, 32)}==`;
  const mimeParts = parts.map((part, index) => `--${boundary}\n${partText(part, index)}\n`);
  return `Content-Type: multipart/mixed; boundary="${boundary}"\nMIME-Version: 1.0\n\n${mimeParts.join('')}--${boundary}--\n`;
}

/** Guests ignore a part whose first line doesn't declare its type. */
const withHeader = (part: string): string =>
  /^#(!|cloud-config\b)/.test(part) ? part : `#cloud-config\n${part}`;

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are ASCII too
const asciiOnly = /^[\u0000-\u007f]*$/;

function partText(input: string, index: number): string {
  const part = withHeader(normalizeGuestText(input));
  const isScript = part.startsWith('#!');
  const type = isScript ? 'text/x-shellscript' : 'text/cloud-config';
  const isPlain = asciiOnly.test(part) && !part.split('\n').some((line) => line.length > 900);
  const content = isPlain
    ? part
    : (
        Buffer.from(part, 'utf8')
          .toString('base64')
          .match(/.{1,76}/g) ?? []
      ).join('\n');
  const headers = [
    `Content-Type: ${type}; charset="utf-8"`,
    `Content-Transfer-Encoding: ${isPlain ? '7bit' : 'base64'}`,
    `Content-Disposition: attachment; filename="part-${String(index + 1).padStart(3, '0')}"`,
    ...(isScript ? [] : [`Merge-Type: ${mergeType}`]),
  ];
  return `${headers.join('\n')}\n\n${content}`;
}

type Config = Record<string, unknown>;
const isConfig = (value: unknown): value is Config =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * The merged result of the parts, as cloud-init produces it (cloudinit/mergers, with `mergeType`).
 * Scripts run afterwards, each separately.
 */
export function merged(configs: readonly Config[]): Config {
  return configs
    .map(({ merge_how: _how, merge_type: _type, ...config }) => config)
    .reduce((before, later) => mergeValues(before, later) as Config, {});
}

function mergeValues(before: unknown, later: unknown): unknown {
  // Same behavior as cloud-init's string merger.
  if (typeof before === 'string') return later;
  if (Array.isArray(before)) return Array.isArray(later) ? [...before, ...later] : before;
  if (!isConfig(before) || !isConfig(later)) return before;
  const result: Config = { ...before };
  for (const [name, value] of Object.entries(later))
    result[name] =
      name in before && (Array.isArray(value) || isConfig(value))
        ? mergeValues(before[name], value)
        : (before[name] ?? value);
  return result;
}

/** The merged result as human-readable text. */
export function mergedText(parts: readonly string[]): string {
  const parsedParts = parts.map(parsePart);
  const configs = parsedParts.flatMap(({ config }) => (config ? [config] : []));
  const scripts = parsedParts.filter(({ kind }) => kind === 'script').length;
  const note = scripts > 0 ? `\n# ${scripts} script${scripts > 1 ? 's' : ''} run after it.` : '';
  return `#cloud-config\n${configs.length > 0 ? stringify(merged(configs), { lineWidth: 0, version: '1.1' }) : '{}\n'}${note}`;
}
