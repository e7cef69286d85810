import type { SignedInContext } from '../../../../server/platform/context.ts';
import { type CsvValue, csvLine, csvMark } from '../../../../server/platform/csv.ts';
import { listSignatures, type SignatureItem } from './signatures.ts';
import type { AgreementItem } from './store.ts';

const columns: readonly [title: string, value: (signature: SignatureItem) => CsvValue][] = [
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

/** All signatures as CSV, with a byte order mark so that spreadsheets read it as UTF-8. */
export async function signaturesCsv(
  ctx: SignedInContext,
  agreement: AgreementItem,
): Promise<string> {
  const { items } = await listSignatures(ctx, agreement, { size: 0 });
  const lines = items.map((item) => csvLine(columns.map(([, value]) => value(item))));
  return csvMark + csvLine(columns.map(([title]) => title)) + lines.join('');
}
