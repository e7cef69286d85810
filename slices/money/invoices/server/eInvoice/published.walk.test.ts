import { describe, expect, it } from 'vitest';
import { documentKinds } from '../testing/kinds.ts';
import { findSchematron, readSchematron } from '../testing/schematron.ts';
import { facturXFile, ublFile } from './files.ts';

/**
 * The folder of the unpacked published rules. They aren't shipped with the portal because of their
 * EUPL license.
 */
const folder = process.env.EN16931_SCHEMATRON;
const skipped = folder
  ? null
  : 'EN16931_SCHEMATRON is not set: unpack en16931-ubl-*.zip and en16931-cii-*.zip of github.com/ConnectingEurope/eInvoicing-EN16931/releases into a folder and name it';
const documents = Object.entries(documentKinds);
const files = {
  UBL: ublFile,
  CII: (document: (typeof documents)[number][1]) => facturXFile(document) ?? '',
} as const;

describe.skipIf(skipped)(
  `the published schematron of EN 16931${skipped ? ` (skipped: ${skipped})` : ''}`,
  () => {
    it.each(['UBL', 'CII'] as const)(
      'passes for every kind of document in %s',
      { timeout: 600_000 },
      async (syntax) => {
        const schematron = await findSchematron(folder ?? '', syntax);
        expect(schematron.count).toBeGreaterThan(200);
        const violations = documents.flatMap(([name, document]) =>
          schematron
            .brokenBy(files[syntax](document))
            .map(({ id, says }) => `${id} by a document ${name}: ${says}`),
        );
        expect(violations).toEqual([]);
      },
    );
  },
);

/**
 * Custom rules in the same form as the published ones: namespaces, first matching rule, XPath 2
 * expressions, flags.
 */
const own = {
  UBL: `
  <ns prefix="cbc" uri="urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2"/>
  <ns prefix="cac" uri="urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2"/>
  <ns prefix="cn" uri="urn:oasis:names:specification:ubl:schema:xsd:CreditNote-2"/>
  <ns prefix="ubl" uri="urn:oasis:names:specification:ubl:schema:xsd:Invoice-2"/>
  <ns prefix="xs" uri="http://www.w3.org/2001/XMLSchema"/>
  <phase id="model"><active pattern="model"/></phase>
  <pattern id="model">
    <rule context="cac:LegalMonetaryTotal">
      <assert id="SUM" flag="fatal" test="xs:decimal(cbc:LineExtensionAmount) = (round(sum((//cac:InvoiceLine|//cac:CreditNoteLine)/xs:decimal(cbc:LineExtensionAmount)) * 10 * 10) div 100)">The lines add up.</assert>
      <assert id="NEVER" flag="warning" test="false()">A warning is none.</assert>
    </rule>
    <rule context="/ubl:Invoice | /cn:CreditNote">
      <assert id="TAX" flag="fatal" test="every $currency in cbc:DocumentCurrencyCode satisfies cac:LegalMonetaryTotal/xs:decimal(cbc:TaxInclusiveAmount) = cac:LegalMonetaryTotal/xs:decimal(cbc:TaxExclusiveAmount) + cac:TaxTotal/xs:decimal(cbc:TaxAmount[@currencyID = $currency])">Net and tax add up.</assert>
    </rule>
    <rule context="cac:InvoiceLine | cac:CreditNoteLine">
      <let name="price" value="xs:decimal(cac:Price/cbc:PriceAmount)"/>
      <assert id="PRICE" flag="fatal" test="abs(round($price * xs:decimal(cbc:InvoicedQuantity | cbc:CreditedQuantity) * 100) div 100 - xs:decimal(cbc:LineExtensionAmount)) &lt; 0.005">Quantity times price is the amount of line <value-of select="cbc:ID"/>.</assert>
      <assert id="UNIT" flag="fatal" test="(cbc:InvoicedQuantity | cbc:CreditedQuantity)/@unitCode[contains(' C62 HUR MON E34 ', concat(' ', normalize-space(.), ' '))]">Its unit is known.</assert>
    </rule>
    <rule context="//*">
      <assert id="FULL" flag="fatal" test="* or normalize-space(.) != ''">Nothing is empty.</assert>
    </rule>
  </pattern>`,
  CII: `
  <ns prefix="rsm" uri="urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100"/>
  <ns prefix="ram" uri="urn:un:unece:uncefact:data:standard:ReusableAggregateBusinessInformationEntity:100"/>
  <ns prefix="udt" uri="urn:un:unece:uncefact:data:standard:UnqualifiedDataType:100"/>
  <pattern id="model">
    <rule context="//ram:SpecifiedTradeSettlementHeaderMonetarySummation">
      <assert id="SUM" flag="fatal" test="ram:LineTotalAmount = (round(sum(../../ram:IncludedSupplyChainTradeLineItem/ram:SpecifiedLineTradeSettlement/ram:SpecifiedTradeSettlementLineMonetarySummation/ram:LineTotalAmount) * 10 * 10) div 100)">The lines add up.</assert>
      <assert id="TAX" flag="fatal" test="ram:GrandTotalAmount = round(ram:TaxBasisTotalAmount * 100 + ram:TaxTotalAmount[@currencyID = /rsm:CrossIndustryInvoice/rsm:SupplyChainTradeTransaction/ram:ApplicableHeaderTradeSettlement/ram:InvoiceCurrencyCode] * 100) div 100">Net and tax add up.</assert>
    </rule>
    <rule context="/rsm:CrossIndustryInvoice">
      <assert id="DAY" flag="fatal" test="rsm:ExchangedDocument/ram:IssueDateTime/udt:DateTimeString[@format='102'] != ''">It has a day.</assert>
    </rule>
  </pattern>`,
} as const;
const schema = (body: string) => `<?xml version="1.0" encoding="UTF-8"?>
<schema xmlns="http://purl.oclc.org/dsdl/schematron" queryBinding="xslt2">${body}</schema>`;

describe('a schematron in the published form', () => {
  it.each(['UBL', 'CII'] as const)('passes for every kind of document in %s', (syntax) => {
    const { brokenBy } = readSchematron(schema(own[syntax]));
    for (const [name, document] of documents)
      expect([name, brokenBy(files[syntax](document))]).toEqual([name, []]);
  });

  it.each([
    [
      'UBL',
      '<cbc:LineExtensionAmount currencyID="EUR">3.03',
      '<cbc:LineExtensionAmount currencyID="EUR">3.04',
      ['SUM'],
    ],
    [
      'UBL',
      '<cbc:TaxInclusiveAmount currencyID="EUR">3.58',
      '<cbc:TaxInclusiveAmount currencyID="EUR">3.57',
      ['TAX'],
    ],
    [
      'UBL',
      '<cbc:PriceAmount currencyID="EUR">1.01',
      '<cbc:PriceAmount currencyID="EUR">1.02',
      ['PRICE'],
    ],
    ['UBL', 'unitCode="C62"', 'unitCode="XXX"', ['UNIT']],
    ['UBL', '>INV-2030-000042</cbc:ID>', '> </cbc:ID>', ['FULL']],
    ['CII', '<ram:LineTotalAmount>3.03', '<ram:LineTotalAmount>3.04', ['SUM']],
    ['CII', '<ram:GrandTotalAmount>3.58', '<ram:GrandTotalAmount>3.57', ['TAX']],
    ['CII', 'format="102">20300502', 'format="203">20300502', ['DAY']],
  ] as const)(
    'reports the rules that an invalid document violates: %s with %s',
    (syntax, from, to, expected) => {
      const text = files[syntax](documentKinds['with VAT'] as (typeof documents)[number][1]);
      expect(text).toContain(from);
      const violations = readSchematron(schema(own[syntax])).brokenBy(text.replace(from, to));
      expect(violations.map(({ id }) => id)).toEqual(expected);
      if (expected[0] === 'PRICE')
        expect(violations[0]?.says).toBe('Quantity times price is the amount of line 2.');
    },
  );

  it('evaluates rules on attributes, and only the first matching rule of a pattern for each node', () => {
    const twoPatterns = `<ns prefix="x" uri="urn:x"/><pattern id="p">
      <rule context="x:a[x:b | x:c]/@unit"><assert id="UNIT" test=". = 'h'">Hours.</assert></rule>
      <rule context="x:b"><assert id="FIRST" test="false()">First.</assert></rule>
      <rule context="//x:b | x:c"><assert id="SECOND" test="false()">Second.</assert></rule></pattern>`;
    const violations = readSchematron(schema(twoPatterns)).brokenBy(
      '<a xmlns="urn:x" unit="d"><b/><c/></a>',
    );
    expect(violations.map(({ id }) => id)).toEqual(['UNIT', 'FIRST', 'SECOND']);
  });

  it.each([
    ['<pattern abstract="true"/>', 'not resolved'],
    ['<pattern is-a="model"/>', 'not resolved'],
    ['<include href="codes.sch"/>', 'not resolved'],
    ['<pattern><rule context="a"><report test="b">x</report></rule></pattern>', 'report'],
    ['<pattern><rule context="a"><extends rule="b"/></rule></pattern>', 'extends'],
    ['<let name="all" value="1"/>', 'all'],
  ])('is rejected if a part of it would be ignored: %s', (body, reason) => {
    expect(() => readSchematron(schema(body))).toThrow(reason);
  });
});
