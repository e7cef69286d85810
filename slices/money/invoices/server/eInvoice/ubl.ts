import { branch, leaf, type Xml } from '../export/xml.ts';
import { writeAmount, writePrice } from './format.ts';
import type {
  Amount,
  Breakdown,
  EInvoice,
  EInvoiceLine,
  EInvoiceParty,
  Period,
  Vat,
} from './model.ts';

const cbc = (name: string, text: string | null, attributes?: Record<string, string>): Xml =>
  leaf(`cbc:${name}`, text, attributes);
const cac = (name: string, ...parts: readonly (Xml | readonly Xml[])[]): Xml =>
  branch(`cac:${name}`, ...parts);
const common = 'urn:oasis:names:specification:ubl:schema:xsd:Common';

/** The invoice as UBL 2.1 (OASIS), `Invoice` or `CreditNote`. Elements are in schema order. */
export function ublOf(invoice: EInvoice): string {
  const isCredit = invoice.type === '381';
  const root = isCredit ? 'CreditNote' : 'Invoice';
  const parts = [
    cbc('CustomizationID', invoice.specification),
    cbc('ID', invoice.number),
    cbc('IssueDate', invoice.issuedOn),
    isCredit ? null : cbc('DueDate', invoice.dueOn),
    cbc(`${root}TypeCode`, invoice.type),
    cbc('Note', invoice.note),
    cbc('DocumentCurrencyCode', invoice.currency),
    periodOf(invoice.period),
    cac('BillingReference', cac('InvoiceDocumentReference', cbc('ID', invoice.preceding))),
    cac('AccountingSupplierParty', partyOf(invoice.seller)),
    cac('AccountingCustomerParty', partyOf(invoice.buyer)),
    paymentOf(invoice.payment),
    cac('PaymentTerms', cbc('Note', invoice.terms)),
    taxesOf(invoice),
    totalsOf(invoice),
    ...invoice.lines.map((line) => lineOf(line, invoice)),
  ];
  const namespaces = `xmlns="urn:oasis:names:specification:ubl:schema:xsd:${root}-2" xmlns:cac="${common}AggregateComponents-2" xmlns:cbc="${common}BasicComponents-2"`;
  return `<?xml version="1.0" encoding="UTF-8"?>\n<${root} ${namespaces}>${parts.filter((part) => part !== null).join('\n')}</${root}>\n`;
}

const periodOf = ({ from, to }: Period): Xml =>
  cac('InvoicePeriod', cbc('StartDate', from), cbc('EndDate', to));

function partyOf(party: EInvoiceParty): Xml {
  const { street, city, postalCode, region, country } = party.address;
  const taxScheme = (number: string | null, scheme: string) =>
    number === null
      ? null
      : cac('PartyTaxScheme', cbc('CompanyID', number), cac('TaxScheme', cbc('ID', scheme)));
  return cac(
    'Party',
    cbc('EndpointID', party.email, { schemeID: 'EM' }),
    cac('PartyIdentification', cbc('ID', party.identifier)),
    cac(
      'PostalAddress',
      cbc('StreetName', street),
      cbc('CityName', city),
      cbc('PostalZone', postalCode),
      cbc('CountrySubentity', region),
      cac('Country', cbc('IdentificationCode', country)),
    ),
    taxScheme(party.vatNumber, 'VAT'),
    taxScheme(party.taxRegistration, 'TAX'),
    cac(
      'PartyLegalEntity',
      cbc('RegistrationName', party.name),
      cbc('CompanyID', party.registration),
    ),
  );
}

function paymentOf(payment: EInvoice['payment']): Xml {
  if (!payment) return null;
  const { means, reference, account, holder, bic } = payment;
  return cac(
    'PaymentMeans',
    cbc('PaymentMeansCode', means),
    cbc('PaymentID', reference),
    cac(
      'PayeeFinancialAccount',
      cbc('ID', account),
      cbc('Name', holder),
      cac('FinancialInstitutionBranch', cbc('ID', bic)),
    ),
  );
}

const money = (name: string, amount: Amount, { currency }: EInvoice): Xml =>
  cbc(name, writeAmount(amount), { currencyID: currency });
const vatScheme = cac('TaxScheme', cbc('ID', 'VAT'));

function taxesOf(invoice: EInvoice): Xml {
  const part = ({ taxable, tax, category, rate, exemption }: Breakdown) =>
    cac(
      'TaxSubtotal',
      money('TaxableAmount', taxable, invoice),
      money('TaxAmount', tax, invoice),
      cac(
        'TaxCategory',
        cbc('ID', category),
        cbc('Percent', rate),
        cbc('TaxExemptionReasonCode', exemption?.code ?? null),
        cbc('TaxExemptionReason', exemption?.reason ?? null),
        vatScheme,
      ),
    );
  return cac(
    'TaxTotal',
    money('TaxAmount', invoice.totals.tax, invoice),
    invoice.breakdown.map(part),
  );
}

const totalsOf = (invoice: EInvoice): Xml =>
  cac(
    'LegalMonetaryTotal',
    money('LineExtensionAmount', invoice.totals.lines, invoice),
    money('TaxExclusiveAmount', invoice.totals.net, invoice),
    money('TaxInclusiveAmount', invoice.totals.total, invoice),
    money('PayableAmount', invoice.totals.payable, invoice),
  );

const classOf = (vat: Vat | null): Xml =>
  vat === null
    ? null
    : cac('ClassifiedTaxCategory', cbc('ID', vat.category), cbc('Percent', vat.rate), vatScheme);

function lineOf(line: EInvoiceLine, invoice: EInvoice): Xml {
  const isCredit = invoice.type === '381';
  return cac(
    isCredit ? 'CreditNoteLine' : 'InvoiceLine',
    cbc('ID', line.id),
    cbc(isCredit ? 'CreditedQuantity' : 'InvoicedQuantity', line.quantity, { unitCode: line.unit }),
    money('LineExtensionAmount', line.net, invoice),
    periodOf(line.period),
    cac('Item', cbc('Description', line.description), cbc('Name', line.name), classOf(line.vat)),
    cac('Price', cbc('PriceAmount', writePrice(line.price), { currencyID: invoice.currency })),
  );
}
