import type { SignedInContext } from '../../../server/platform/context.ts';
import { listSignatures, type SignatureItem } from './signatures.ts';
import type { AgreementItem } from './store.ts';

const columns: readonly [title: string, value: (signature: SignatureItem) => string | number][] = [
  ['signature id', (signature) => signature.id],
  ['user id', (signature) => signature.userId],
  ['email', (signature) => signature.email],
  ['version', (signature) => signature.version],
  ['language', (signature) => signature.language],
  ['sha-256 of the text', (signature) => signature.digest],
  ['signed at', (signature) => signature.signedAt],
  ['address', (signature) => signature.ip],
  ['device', (signature) => signature.userAgent],
];

/** RFC 4180. What a spreadsheet would take for a formula is marked as text. */
function cell(value: string | number): string {
  const text =
    typeof value === 'number'
      ? String(value)
      : /^[=+\-@\t\r\n\0]/.test(value)
        ? `'${value}`
        : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** All signatures as CSV, with a mark that makes spreadsheets read it as UTF-8. */
export async function signaturesCsv(
  ctx: SignedInContext,
  agreement: AgreementItem,
): Promise<string> {
  const { items } = await listSignatures(ctx, agreement, { size: 0 });
  const lines = [
    columns.map(([title]) => cell(title)),
    ...items.map((item) => columns.map(([, value]) => cell(value(item)))),
  ];
  return `\ufeff${lines.map((line) => line.join(',')).join('\r\n')}\r\n`;
}
