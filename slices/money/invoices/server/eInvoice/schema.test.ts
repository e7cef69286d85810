import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { XmlDocument, XmlValidateError, XsdValidator } from 'libxml2-wasm';
import { xmlRegisterFsInputProviders } from 'libxml2-wasm/lib/nodejs.mjs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { documentKinds } from '../testing/kinds.ts';
import { facturXFile, findEInvoiceFaults } from './files.ts';

/**
 * The published XML schema of Factur-X 1.0, profile EN 16931. It covers the profile's subset of
 * UN/CEFACT Cross Industry Invoice D16B.
 */
const schemaFile = join(
  dirname(createRequire(import.meta.url).resolve('@stackforge-eu/factur-x')),
  '../schema/en16931/FACTUR-X_EN16931.xsd',
);

let schema: XmlDocument;
let validator: XsdValidator;
beforeAll(() => {
  xmlRegisterFsInputProviders();
  schema = XmlDocument.fromBuffer(readFileSync(schemaFile), { url: schemaFile });
  validator = XsdValidator.fromDoc(schema);
});
afterAll(() => {
  validator.dispose();
  schema.dispose();
});

function validate(text: string): void {
  const document = XmlDocument.fromString(text);
  try {
    validator.validate(document);
  } finally {
    document.dispose();
  }
}

describe('the XML embedded in the PDF', () => {
  it.each(Object.entries(documentKinds))('matches the published schema: %s', (_case, document) => {
    expect(findEInvoiceFaults(document)).toEqual([]);
    expect(() => validate(facturXFile(document) ?? '')).not.toThrow();
  });

  it('does not match with an extra element, an element out of place, or an invalid value', () => {
    const text = facturXFile(documentKinds['with VAT'] as (typeof documentKinds)[string]) ?? '';
    for (const [from, to] of [
      ['<ram:ApplicableHeaderTradeDelivery/>', ''],
      ['<ram:InvoiceCurrencyCode>', '<ram:Nothing/><ram:InvoiceCurrencyCode>'],
      ['<ram:LineTotalAmount>3.03', '<ram:LineTotalAmount>three'],
    ] as const)
      expect(() => validate(text.replace(from, to))).toThrow(XmlValidateError);
  });
});
