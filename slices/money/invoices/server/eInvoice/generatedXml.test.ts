import { describe, expect, it } from 'vitest';
import { samplePrintable } from '../testing/samplePrintable.ts';
import { valuesOf } from '../testing/xmlValues.ts';
import { ciiOf } from './cii.ts';
import { writeAmount } from './format.ts';
import { type EInvoice, eInvoiceOf } from './model.ts';
import { ublOf } from './ubl.ts';

/**
 * The path of each numbered term in both syntaxes (EN 16931-3-2 for UBL, EN 16931-3-3 for CII),
 * relative to the root.
 */
const places: Record<string, { ubl: string; cii: string }> = {
  'BT-1': { ubl: 'ID', cii: 'ExchangedDocument/ID' },
  'BT-5': { ubl: 'DocumentCurrencyCode', cii: '~Settlement/InvoiceCurrencyCode' },
  'BT-20': { ubl: 'PaymentTerms/Note', cii: '~Settlement/SpecifiedTradePaymentTerms/Description' },
  'BT-22': { ubl: 'Note', cii: 'ExchangedDocument/IncludedNote/Content' },
  'BT-24': {
    ubl: 'CustomizationID',
    cii: 'ExchangedDocumentContext/GuidelineSpecifiedDocumentContextParameter/ID',
  },
  'BT-25': {
    ubl: 'BillingReference/InvoiceDocumentReference/ID',
    cii: '~Settlement/InvoiceReferencedDocument/IssuerAssignedID',
  },
  'BT-27': {
    ubl: '~Supplier/PartyLegalEntity/RegistrationName',
    cii: '~Agreement/SellerTradeParty/Name',
  },
  'BT-29': { ubl: '~Supplier/PartyIdentification/ID', cii: '~Agreement/SellerTradeParty/ID' },
  'BT-31, BT-32': {
    ubl: '~Supplier/PartyTaxScheme/CompanyID',
    cii: '~Agreement/SellerTradeParty/SpecifiedTaxRegistration/ID',
  },
  'BT-35': {
    ubl: '~Supplier/PostalAddress/StreetName',
    cii: '~Agreement/SellerTradeParty/PostalTradeAddress/LineOne',
  },
  'BT-37': {
    ubl: '~Supplier/PostalAddress/CityName',
    cii: '~Agreement/SellerTradeParty/PostalTradeAddress/CityName',
  },
  'BT-38': {
    ubl: '~Supplier/PostalAddress/PostalZone',
    cii: '~Agreement/SellerTradeParty/PostalTradeAddress/PostcodeCode',
  },
  'BT-40': {
    ubl: '~Supplier/PostalAddress/Country/IdentificationCode',
    cii: '~Agreement/SellerTradeParty/PostalTradeAddress/CountryID',
  },
  'BT-44': {
    ubl: '~Customer/PartyLegalEntity/RegistrationName',
    cii: '~Agreement/BuyerTradeParty/Name',
  },
  'BT-46': { ubl: '~Customer/PartyIdentification/ID', cii: '~Agreement/BuyerTradeParty/ID' },
  'BT-47': {
    ubl: '~Customer/PartyLegalEntity/CompanyID',
    cii: '~Agreement/BuyerTradeParty/SpecifiedLegalOrganization/ID',
  },
  'BT-48': {
    ubl: '~Customer/PartyTaxScheme/CompanyID',
    cii: '~Agreement/BuyerTradeParty/SpecifiedTaxRegistration/ID',
  },
  'BT-49': {
    ubl: '~Customer/EndpointID',
    cii: '~Agreement/BuyerTradeParty/URIUniversalCommunication/URIID',
  },
  'BT-54': {
    ubl: '~Customer/PostalAddress/CountrySubentity',
    cii: '~Agreement/BuyerTradeParty/PostalTradeAddress/CountrySubDivisionName',
  },
  'BT-55': {
    ubl: '~Customer/PostalAddress/Country/IdentificationCode',
    cii: '~Agreement/BuyerTradeParty/PostalTradeAddress/CountryID',
  },
  'BT-81': {
    ubl: 'PaymentMeans/PaymentMeansCode',
    cii: '~Settlement/SpecifiedTradeSettlementPaymentMeans/TypeCode',
  },
  'BT-83': { ubl: 'PaymentMeans/PaymentID', cii: '~Settlement/PaymentReference' },
  'BT-84': { ubl: '~Account/ID', cii: '~Means/PayeePartyCreditorFinancialAccount/IBANID' },
  'BT-85': { ubl: '~Account/Name', cii: '~Means/PayeePartyCreditorFinancialAccount/AccountName' },
  'BT-86': {
    ubl: '~Account/FinancialInstitutionBranch/ID',
    cii: '~Means/PayeeSpecifiedCreditorFinancialInstitution/BICID',
  },
  'BT-106': { ubl: '~Total/LineExtensionAmount', cii: '~Sums/LineTotalAmount' },
  'BT-109': { ubl: '~Total/TaxExclusiveAmount', cii: '~Sums/TaxBasisTotalAmount' },
  'BT-110': { ubl: 'TaxTotal/TaxAmount', cii: '~Sums/TaxTotalAmount' },
  'BT-112': { ubl: '~Total/TaxInclusiveAmount', cii: '~Sums/GrandTotalAmount' },
  'BT-115': { ubl: '~Total/PayableAmount', cii: '~Sums/DuePayableAmount' },
  'BT-116': {
    ubl: 'TaxTotal/TaxSubtotal/TaxableAmount',
    cii: '~Settlement/ApplicableTradeTax/BasisAmount',
  },
  'BT-117': {
    ubl: 'TaxTotal/TaxSubtotal/TaxAmount',
    cii: '~Settlement/ApplicableTradeTax/CalculatedAmount',
  },
  'BT-118': {
    ubl: 'TaxTotal/TaxSubtotal/TaxCategory/ID',
    cii: '~Settlement/ApplicableTradeTax/CategoryCode',
  },
  'BT-119': {
    ubl: 'TaxTotal/TaxSubtotal/TaxCategory/Percent',
    cii: '~Settlement/ApplicableTradeTax/RateApplicablePercent',
  },
  'BT-120': {
    ubl: 'TaxTotal/TaxSubtotal/TaxCategory/TaxExemptionReason',
    cii: '~Settlement/ApplicableTradeTax/ExemptionReason',
  },
  'BT-121': {
    ubl: 'TaxTotal/TaxSubtotal/TaxCategory/TaxExemptionReasonCode',
    cii: '~Settlement/ApplicableTradeTax/ExemptionReasonCode',
  },
  'BT-126': { ubl: '~Line/ID', cii: '~Line/AssociatedDocumentLineDocument/LineID' },
  'BT-129': { ubl: '~Line/~Quantity', cii: '~Line/SpecifiedLineTradeDelivery/BilledQuantity' },
  'BT-131': {
    ubl: '~Line/LineExtensionAmount',
    cii: '~Line/SpecifiedLineTradeSettlement/SpecifiedTradeSettlementLineMonetarySummation/LineTotalAmount',
  },
  'BT-146': {
    ubl: '~Line/Price/PriceAmount',
    cii: '~Line/SpecifiedLineTradeAgreement/NetPriceProductTradePrice/ChargeAmount',
  },
  'BT-151': {
    ubl: '~Line/Item/ClassifiedTaxCategory/ID',
    cii: '~Line/SpecifiedLineTradeSettlement/ApplicableTradeTax/CategoryCode',
  },
  'BT-152': {
    ubl: '~Line/Item/ClassifiedTaxCategory/Percent',
    cii: '~Line/SpecifiedLineTradeSettlement/ApplicableTradeTax/RateApplicablePercent',
  },
  'BT-153': { ubl: '~Line/Item/Name', cii: '~Line/SpecifiedTradeProduct/Name' },
  'BT-154': { ubl: '~Line/Item/Description', cii: '~Line/SpecifiedTradeProduct/Description' },
};
const days: typeof places = {
  'BT-2': { ubl: 'IssueDate', cii: 'ExchangedDocument/IssueDateTime/DateTimeString' },
  'BT-9': {
    ubl: 'DueDate',
    cii: '~Settlement/SpecifiedTradePaymentTerms/DueDateDateTime/DateTimeString',
  },
  'BT-73': {
    ubl: 'InvoicePeriod/StartDate',
    cii: '~Settlement/BillingSpecifiedPeriod/StartDateTime/DateTimeString',
  },
  'BT-74': {
    ubl: 'InvoicePeriod/EndDate',
    cii: '~Settlement/BillingSpecifiedPeriod/EndDateTime/DateTimeString',
  },
  'BT-134': {
    ubl: '~Line/InvoicePeriod/StartDate',
    cii: '~Line/SpecifiedLineTradeSettlement/BillingSpecifiedPeriod/StartDateTime/DateTimeString',
  },
  'BT-135': {
    ubl: '~Line/InvoicePeriod/EndDate',
    cii: '~Line/SpecifiedLineTradeSettlement/BillingSpecifiedPeriod/EndDateTime/DateTimeString',
  },
};

const settlement = 'SupplyChainTradeTransaction/ApplicableHeaderTradeSettlement';
const shorts: Record<string, string> = {
  '~Settlement': settlement,
  '~Sums': `${settlement}/SpecifiedTradeSettlementHeaderMonetarySummation`,
  '~Means': `${settlement}/SpecifiedTradeSettlementPaymentMeans`,
  '~Agreement': 'SupplyChainTradeTransaction/ApplicableHeaderTradeAgreement',
  '~Supplier': 'AccountingSupplierParty/Party',
  '~Customer': 'AccountingCustomerParty/Party',
  '~Account': 'PaymentMeans/PayeeFinancialAccount',
  '~Total': 'LegalMonetaryTotal',
};

function read(syntax: 'ubl' | 'cii', invoice: EInvoice, elementPath: string): string[] {
  const isCredit = invoice.type === '381';
  const line = {
    ubl: isCredit ? 'CreditNoteLine' : 'InvoiceLine',
    cii: 'SupplyChainTradeTransaction/IncludedSupplyChainTradeLineItem',
  };
  const path = elementPath
    .replace(/^~(?!Line)\w+/, (short) => shorts[short] ?? short)
    .replace('~Line', line[syntax])
    .replace('~Quantity', isCredit ? 'CreditedQuantity' : 'InvoicedQuantity');
  return valuesOf(syntax === 'ubl' ? ublOf(invoice) : ciiOf(invoice), path);
}

const printable = samplePrintable(3);
const documents: Record<string, EInvoice> = {
  'with VAT': eInvoiceOf(printable),
  'without any': eInvoiceOf({
    ...printable,
    tax: '0',
    total: printable.net,
    facts: { ...printable.facts, taxes: [] },
  }),
  'of a seller and a buyer elsewhere': eInvoiceOf({
    ...printable,
    facts: {
      ...printable.facts,
      seller: { ...printable.facts.seller, country: 'IL', taxNumber: '510000003' },
      buyer: { ...printable.facts.buyer, country: 'US', region: 'NY', taxNumber: '12-3456789' },
    },
  }),
  'taken back': eInvoiceOf({
    ...{
      ...printable,
      kind: 'creditNote',
      net: '-3.03',
      tax: '-0.55',
      total: '-3.58',
      dueOn: null,
      reason: 'Was <down> & out',
    },
    lines: printable.lines.map((line) => ({ ...line, amount: `-${line.amount}` })),
    facts: { ...printable.facts, about: 'INV-41' },
  }),
};

describe.each(Object.entries(documents))('a document %s', (_case, invoice) => {
  it.each(Object.entries(places))('has the same %s in both syntaxes', (_term, { ubl, cii }) => {
    expect(read('ubl', invoice, ubl)).toEqual(read('cii', invoice, cii));
  });

  it.each(Object.entries(days))(
    'has the same date for %s in both syntaxes',
    (_term, { ubl, cii }) => {
      expect(read('ubl', invoice, ubl).map((day) => day.replaceAll('-', ''))).toEqual(
        read('cii', invoice, cii),
      );
    },
  );
});

describe('the generated XML', () => {
  const {
    'with VAT': invoice,
    'taken back': credit,
    'without any': outOfScope,
    'of a seller and a buyer elsewhere': elsewhere,
  } = documents as Record<string, EInvoice> & {
    'with VAT': EInvoice;
    'taken back': EInvoice;
    'without any': EInvoice;
    'of a seller and a buyer elsewhere': EInvoice;
  };
  const ublValues = (invoice: EInvoice, term: string) =>
    read('ubl', invoice, (places[term] ?? days[term])?.ubl ?? '');

  it('matches the source document', () => {
    const terms = [
      'BT-1',
      'BT-2',
      'BT-9',
      'BT-5',
      'BT-27',
      'BT-31, BT-32',
      'BT-44',
      'BT-48',
      'BT-84',
      'BT-106',
      'BT-110',
      'BT-115',
      'BT-119',
    ];
    expect(
      Object.fromEntries(terms.map((term) => [term, ublValues(invoice, term).join()])),
    ).toEqual({
      ...{
        'BT-1': 'INV-2030-000042',
        'BT-2': '2030-05-02',
        'BT-9': '2030-06-01',
        'BT-5': 'EUR',
        'BT-27': 'Example & Sons GmbH',
      },
      ...{
        'BT-31, BT-32': 'DE123456788',
        'BT-44': 'Buyer <Ltd>',
        'BT-48': 'FR12345678901',
        'BT-84': 'DE02120300000000202051',
      },
      ...{ 'BT-106': '3.03', 'BT-110': '0.55', 'BT-115': '3.58', 'BT-119': '18' },
    });
    expect(ublValues(invoice, 'BT-131')).toEqual(['1.00', '1.01', '1.02']);
    expect(ublValues(invoice, 'BT-135')).toEqual(['2030-04-30', '2030-04-30', '2030-04-30']);
  });

  it('is a credit note with positive amounts in both syntaxes', () => {
    expect(ublOf(credit)).toMatch(
      /<CreditNote xmlns="urn:oasis:names:specification:ubl:schema:xsd:CreditNote-2"/,
    );
    expect(valuesOf(ublOf(credit), 'CreditNoteTypeCode')).toEqual(['381']);
    expect(valuesOf(ciiOf(credit), 'ExchangedDocument/TypeCode')).toEqual(['381']);
    expect([
      ublValues(credit, 'BT-25'),
      ublValues(credit, 'BT-115'),
      ublValues(credit, 'BT-22'),
    ]).toEqual([['INV-41'], ['3.58'], ['Was <down> & out']]);
    expect(ublValues(credit, 'BT-9')).toEqual([]);
  });

  it('has no VAT number when it is outside the scope of VAT, and contains the reason', () => {
    expect([
      ublValues(outOfScope, 'BT-31, BT-32'),
      ublValues(outOfScope, 'BT-48'),
      ublValues(outOfScope, 'BT-29'),
    ]).toEqual([[], [], ['123456788']]);
    expect([
      ublValues(outOfScope, 'BT-118'),
      ublValues(outOfScope, 'BT-119'),
      ublValues(outOfScope, 'BT-121'),
    ]).toEqual([['O'], [], ['VATEX-EU-O']]);
  });

  it('contains the number of a seller outside the EU as a tax registration', () => {
    expect([
      ublValues(elsewhere, 'BT-29'),
      ublValues(elsewhere, 'BT-31, BT-32'),
      ublValues(elsewhere, 'BT-47'),
    ]).toEqual([['510000003'], ['510000003'], ['12-3456789']]);
    expect(ublOf(elsewhere)).toContain(
      '<cac:TaxScheme><cbc:ID>TAX</cbc:ID></cac:TaxScheme></cac:PartyTaxScheme>',
    );
    expect(ciiOf(elsewhere)).toContain('<ram:ID schemeID="FC">510000003</ram:ID>');
  });

  it('is well-formed for any customer name, and omits characters that XML can’t represent', () => {
    const odd = eInvoiceOf({
      ...printable,
      facts: {
        ...printable.facts,
        buyer: { ...printable.facts.buyer, name: ']]>&amp;<b>\u0000\ud800"\u05d0' },
      },
    });
    expect(ublValues(odd, 'BT-44')).toEqual([']]>&amp;<b>\ufffd"\u05d0']);
    expect(read('cii', odd, places['BT-44']?.cii ?? '')).toEqual(ublValues(odd, 'BT-44'));
  });

  it.each([
    [0n, '0.00'],
    [100n, '0.01'],
    [12_345_600n, '1234.56'],
    [-12_300n, '-1.23'],
  ])('has two decimals: %s', (amount, text) => {
    expect(writeAmount(amount)).toBe(text);
  });
});
