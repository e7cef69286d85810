import { userError } from '../../../../../contract/errors/errors.ts';
import type { Printable } from '../documents/printable.ts';
import { ciiOf } from './cii.ts';
import { eInvoiceOf } from './model.ts';
import { type Rule, violatedRules } from './rules.ts';
import { ublOf } from './ubl.ts';

const ruleList = (violations: readonly Rule[]): string =>
  violations.map(({ id, says }) => `${id} (${says})`).join('; ');

/**
 * Descriptions of the EN 16931 rules a document violates. Empty for one that can be an e-invoice.
 */
export const findEInvoiceFaults = (document: Printable): string[] =>
  violatedRules(eInvoiceOf(document)).map(({ id, says }) => `${id}: ${says}`);

/** The document as UBL. Throws `noEInvoice` if it violates rules of the standard. */
export function ublFile(document: Printable): string {
  const invoice = eInvoiceOf(document);
  const violations = violatedRules(invoice);
  if (violations.length > 0)
    throw userError(
      'noEInvoice',
      { number: document.number, rules: ruleList(violations) },
      'format',
    );
  return ublOf(invoice);
}

/** The e-invoice for the document's PDF. Null if the document violates rules of the standard. */
export function facturXFile(document: Printable): string | null {
  const invoice = eInvoiceOf(document);
  return violatedRules(invoice).length > 0 ? null : ciiOf(invoice);
}
