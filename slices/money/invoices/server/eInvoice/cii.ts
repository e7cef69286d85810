import { branch, leaf, type Xml } from '../export/xml.ts';
import { isIban, writeAmount, writePrice } from './format.ts';
import type {
  Amount,
  Breakdown,
  EInvoice,
  EInvoiceLine,
  EInvoiceParty,
  Period,
  Vat,
} from './model.ts';

const ram = (name: string, text: string | null, attributes?: Record<string, string>): Xml =>
  leaf(`ram:${name}`, text, attributes);
const group = (name: string, ...parts: readonly (Xml | readonly Xml[])[]): Xml =>
  branch(`ram:${name}`, ...parts);
const money = (name: string, amount: Amount): Xml => ram(name, writeAmount(amount));
/** A date without dashes (format 102 of UNTDID 2379). */
const day = (name: string, date: string | null): Xml =>
  branch(`ram:${name}`, leaf('udt:DateTimeString', date?.replaceAll('-', ''), { format: '102' }));

const namespaces = [
  'xmlns:rsm="urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100"',
  'xmlns:ram="urn:un:unece:uncefact:data:standard:ReusableAggregateBusinessInformationEntity:100"',
  'xmlns:udt="urn:un:unece:uncefact:data:standard:UnqualifiedDataType:100"',
].join(' ');

/**
 * The invoice as UN/CEFACT Cross Industry Invoice D16B, as embedded by Factur-X. Elements are in
 * schema order.
 */
export function ciiOf(invoice: EInvoice): string {
  const parts = [
    branch(
      'rsm:ExchangedDocumentContext',
      group('GuidelineSpecifiedDocumentContextParameter', ram('ID', invoice.specification)),
    ),
    branch(
      'rsm:ExchangedDocument',
      ram('ID', invoice.number),
      ram('TypeCode', invoice.type),
      day('IssueDateTime', invoice.issuedOn),
      group('IncludedNote', ram('Content', invoice.note)),
    ),
    branch(
      'rsm:SupplyChainTradeTransaction',
      invoice.lines.map(lineOf),
      group(
        'ApplicableHeaderTradeAgreement',
        partyOf('SellerTradeParty', invoice.seller),
        partyOf('BuyerTradeParty', invoice.buyer),
      ),
      // Required by the schema, although there is no delivery.
      '<ram:ApplicableHeaderTradeDelivery/>',
      settlementOf(invoice),
    ),
  ];
  return `<?xml version="1.0" encoding="UTF-8"?>\n<rsm:CrossIndustryInvoice ${namespaces}>${parts.join('\n')}</rsm:CrossIndustryInvoice>\n`;
}

const periodOf = ({ from, to }: Period): Xml =>
  group('BillingSpecifiedPeriod', day('StartDateTime', from), day('EndDateTime', to));

function partyOf(role: string, party: EInvoiceParty): Xml {
  const { street, city, postalCode, region, country } = party.address;
  return group(
    role,
    ram('ID', party.identifier),
    ram('Name', party.name),
    group('SpecifiedLegalOrganization', ram('ID', party.registration)),
    group(
      'PostalTradeAddress',
      ram('PostcodeCode', postalCode),
      ram('LineOne', street),
      ram('CityName', city),
      ram('CountryID', country),
      ram('CountrySubDivisionName', region),
    ),
    group('URIUniversalCommunication', ram('URIID', party.email, { schemeID: 'EM' })),
    group('SpecifiedTaxRegistration', ram('ID', party.vatNumber, { schemeID: 'VA' })),
    group('SpecifiedTaxRegistration', ram('ID', party.taxRegistration, { schemeID: 'FC' })),
  );
}

function vatOf(vat: Vat | null): Xml {
  if (vat === null) return null;
  return group(
    'ApplicableTradeTax',
    ram('TypeCode', 'VAT'),
    ram('CategoryCode', vat.category),
    ram('RateApplicablePercent', vat.rate),
  );
}

function lineOf(line: EInvoiceLine): Xml {
  return group(
    'IncludedSupplyChainTradeLineItem',
    group('AssociatedDocumentLineDocument', ram('LineID', line.id)),
    group('SpecifiedTradeProduct', ram('Name', line.name), ram('Description', line.description)),
    group(
      'SpecifiedLineTradeAgreement',
      group('NetPriceProductTradePrice', ram('ChargeAmount', writePrice(line.price))),
    ),
    group(
      'SpecifiedLineTradeDelivery',
      ram('BilledQuantity', line.quantity, { unitCode: line.unit }),
    ),
    group(
      'SpecifiedLineTradeSettlement',
      vatOf(line.vat),
      periodOf(line.period),
      group('SpecifiedTradeSettlementLineMonetarySummation', money('LineTotalAmount', line.net)),
    ),
  );
}

function settlementOf(invoice: EInvoice): Xml {
  const { totals, currency, payment } = invoice;
  return group(
    'ApplicableHeaderTradeSettlement',
    ram('PaymentReference', payment?.reference ?? null),
    ram('InvoiceCurrencyCode', currency),
    paymentOf(payment),
    invoice.breakdown.map(taxOf),
    periodOf(invoice.period),
    group(
      'SpecifiedTradePaymentTerms',
      ram('Description', invoice.terms),
      day('DueDateDateTime', invoice.dueOn),
    ),
    group(
      'SpecifiedTradeSettlementHeaderMonetarySummation',
      money('LineTotalAmount', totals.lines),
      money('TaxBasisTotalAmount', totals.net),
      ram('TaxTotalAmount', writeAmount(totals.tax), { currencyID: currency }),
      money('GrandTotalAmount', totals.total),
      money('DuePayableAmount', totals.payable),
    ),
    group('InvoiceReferencedDocument', ram('IssuerAssignedID', invoice.preceding)),
  );
}

function paymentOf(payment: EInvoice['payment']): Xml {
  if (!payment) return null;
  const { means, account, holder, bic } = payment;
  const [iban, other] = isIban(account) ? [account, null] : [null, account];
  return group(
    'SpecifiedTradeSettlementPaymentMeans',
    ram('TypeCode', means),
    group(
      'PayeePartyCreditorFinancialAccount',
      ram('IBANID', iban),
      ram('AccountName', holder),
      ram('ProprietaryID', other),
    ),
    group('PayeeSpecifiedCreditorFinancialInstitution', ram('BICID', bic)),
  );
}

const taxOf = ({ tax, taxable, category, rate, exemption }: Breakdown): Xml =>
  group(
    'ApplicableTradeTax',
    money('CalculatedAmount', tax),
    ram('TypeCode', 'VAT'),
    ram('ExemptionReason', exemption?.reason ?? null),
    money('BasisAmount', taxable),
    ram('CategoryCode', category),
    ram('ExemptionReasonCode', exemption?.code ?? null),
    ram('RateApplicablePercent', rate),
  );
