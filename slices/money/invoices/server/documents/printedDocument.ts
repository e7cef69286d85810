import { directionOf } from '../../../../../contract/languages.ts';
import { countryName } from '../../../companies/server/index.ts';
import { formatAmount } from '../charges/amounts.ts';
import type { Brand } from './brand.ts';
import {
  allocationNoteOf,
  allocationNumberOf,
  type DocumentLabels,
  formatTaxes,
  labelsOf,
  taxNoteOf,
  titleOf,
} from './labels.ts';
import { type Printable, priceBasisTextOf } from './printable.ts';

const escapes: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const safe = (text: string): string =>
  text.replace(/[&<>"']/g, (letter) => escapes[letter] ?? letter);
/** Isolates numbers, names and IDs so that they keep their own text direction. */
const isolated = (text: string): string => `<bdi>${safe(text)}</bdi>`;
const leftToRight = (text: string): string => `<bdi dir="ltr">${safe(text)}</bdi>`;

/**
 * The document as an HTML page without scripts, in the customer's language and with the site's
 * branding. `style` is its only style sheet.
 */
export function printedDocument(
  document: Printable,
  brand: Brand,
): { html: string; style: string } {
  const { language, kind, facts, number } = document;
  const labels = labelsOf(language);
  const name = titleOf(document);
  const style = styleOf(brand);
  const logo = brand.logo
    ? `<img src="${brand.logo}" alt="${safe(brand.systemName)}">`
    : `<span class="brand">${isolated(brand.systemName)}</span>`;
  const subjectLine = facts.about
    ? `<p>${safe(labels.about).replace('{number}', leftToRight(facts.about))}</p>`
    : '';
  const reason = document.reason
    ? `<p>${safe(labels.reason)}: ${isolated(document.reason)}</p>`
    : '';
  const note = allocationNoteOf(document);
  const noteHtml = note === null ? '' : `<p class="note">${safe(note)}</p>`;
  const html = `<!doctype html>
<html lang="${language}" dir="${directionOf(language)}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${safe(name)} ${safe(number)}</title><style>${style}</style></head>
<body>
<header><div>${logo}</div><div><h1>${safe(name)}</h1>${subjectLine}${headerPairs(document, labels)}</div></header>
<section class="parties">${sellerOf(document, labels)}${buyerOf(document, labels)}</section>
${noteHtml}
${reason}
${linesOf(document, labels)}
${sumsOf(document, labels)}
${kind === 'invoice' ? paymentOf(document, labels) : ''}
<footer>${safe(labels.print)}</footer>
</body></html>`;
  return { html, style };
}

const pairs = (entries: readonly (readonly [string, string])[]): string =>
  `<dl>${entries.map(([name, value]) => `<dt>${safe(name)}</dt><dd>${value}</dd>`).join('')}</dl>`;

function headerPairs(document: Printable, labels: DocumentLabels): string {
  const { number, issuedOn, dueOn, facts } = document;
  const allocation = allocationNumberOf(document);
  return pairs([
    [labels.number, leftToRight(number)],
    [labels.issued, leftToRight(issuedOn)],
    ...(dueOn ? ([[labels.due, leftToRight(dueOn)]] as const) : []),
    [labels.period, leftToRight(facts.period)],
    ...(allocation ? ([[labels.allocation, leftToRight(allocation)]] as const) : []),
  ]);
}

type Party = {
  name: string;
  street: string;
  city: string;
  region: string;
  postalCode: string;
  country: string;
  taxNumber: string;
};

function party(
  title: string,
  partyDetails: Party,
  language: Printable['language'],
  labels: DocumentLabels,
  more = '',
): string {
  const cityLine = [partyDetails.city, partyDetails.region, partyDetails.postalCode]
    .filter((part) => part !== '')
    .join(' ');
  const lines = [
    partyDetails.street,
    cityLine,
    partyDetails.country && countryName(partyDetails.country, language),
  ].filter((part) => part !== '');
  const taxNumber = partyDetails.taxNumber
    ? `<br>${safe(labels.taxNumber)}: ${leftToRight(partyDetails.taxNumber)}`
    : '';
  return `<address><h2>${safe(title)}</h2><strong>${isolated(partyDetails.name)}</strong>${lines.map((line) => `<br>${isolated(line)}`).join('')}${taxNumber}${more}</address>`;
}

const sellerOf = ({ facts: { seller }, language }: Printable, labels: DocumentLabels): string =>
  party(labels.from, { ...seller, name: seller.legalName }, language, labels);

function buyerOf({ facts: { buyer }, language }: Printable, labels: DocumentLabels): string {
  const number = buyer.number
    ? `<br>${safe(labels.customerNumber)}: ${leftToRight(buyer.number)}`
    : '';
  return party(labels.to, buyer, language, labels, `<br>${leftToRight(buyer.email)}${number}`);
}

function linesOf(document: Printable, labels: DocumentLabels): string {
  const { lines, facts, language, currency, decimals } = document;
  const rows = lines.map((line) => {
    const { subject, item, from, to, amount } = line;
    const title = facts.items[item]?.title[language] ?? item;
    const priceBasisText = priceBasisTextOf(document, line);
    const detailHtml = priceBasisText === '' ? '' : `<br><span>${safe(priceBasisText)}</span>`;
    return `<tr><td>${isolated(subject)}<br><span>${isolated(title)}</span>${detailHtml}</td><td>${leftToRight(`${from} – ${to}`)}</td><td>${leftToRight(formatAmount(amount, decimals))}</td></tr>`;
  });
  return `<table><thead><tr><th scope="col">${safe(labels.what)}</th><th scope="col">${safe(labels.time)}</th><th scope="col">${safe(labels.amount)} (${safe(currency)})</th></tr></thead><tbody>${rows.join('')}</tbody></table>`;
}

function sumsOf(document: Printable, labels: DocumentLabels): string {
  const { net, total, currency, decimals } = document;
  const shown = (amount: string) => leftToRight(`${formatAmount(amount, decimals)} ${currency}`);
  const taxes = formatTaxes(document).map(([name, amount]) => [name, shown(amount)] as const);
  const note = taxNoteOf(document.facts.regime ?? 'home', document.language);
  const noteHtml = note === null ? '' : `<p>${safe(note)}</p>`;
  return `<section class="sums">${pairs([[labels.net, shown(net)], ...taxes, [labels.total, `<strong>${shown(total)}</strong>`]])}${noteHtml}</section>`;
}

function paymentOf({ number, facts: { seller } }: Printable, labels: DocumentLabels): string {
  if (seller.bankAccount === '') return '';
  const bankDetails = [
    [labels.holder, isolated(seller.bankHolder)],
    [labels.bank, isolated(seller.bankName)],
    [labels.account, leftToRight(seller.bankAccount)],
    [labels.swift, leftToRight(seller.bankSwift)],
    [labels.reference, leftToRight(number)],
  ] as const;
  return `<section class="payment"><h2>${safe(labels.pay)}</h2>${pairs(bankDetails.filter(([, value]) => !/^<bdi[^>]*><\/bdi>$/.test(value)))}</section>`;
}

/** Uses logical properties only, so that the page mirrors with its direction. */
const styleOf = ({ accent }: Brand): string =>
  [
    '@page{size:A4;margin:16mm}',
    'body{font:14px/1.5 system-ui,"Noto Sans Hebrew",Arial,sans-serif;color:#1c2026;background:#fff;max-inline-size:190mm;margin:0 auto;padding:24px}',
    `header{display:flex;justify-content:space-between;gap:24px;border-block-end:3px solid ${accent};padding-block-end:16px}`,
    'header img{max-block-size:64px;max-inline-size:240px}',
    `.brand,h1{color:${accent};font-size:24px;font-weight:700;margin:0}`,
    'h2{font-size:12px;color:#5b6470;margin:0 0 4px;font-weight:600}',
    'dl{display:grid;grid-template-columns:auto auto;gap:2px 16px;margin:8px 0;inline-size:fit-content}dt{color:#5b6470}dd{margin:0}',
    '.parties{display:grid;grid-template-columns:1fr 1fr;gap:24px;margin-block:24px}address{font-style:normal}',
    'table{inline-size:100%;border-collapse:collapse}thead{display:table-header-group}tr{break-inside:avoid}',
    'th,td{text-align:start;vertical-align:top;padding:6px 8px;border-block-end:1px solid #dfe3e8}th{color:#5b6470;font-size:12px}',
    '.note{border:2px solid #1c2026;padding:8px 12px;font-weight:600}',
    'td span{color:#5b6470}th:last-child,td:last-child{text-align:end;white-space:nowrap}',
    '.sums p{text-align:end;color:#5b6470}.sums dl{margin-inline-start:auto;font-size:15px}.sums dd{text-align:end}.payment{border-block-start:1px solid #dfe3e8;margin-block-start:24px;padding-block-start:12px}',
    'footer{color:#5b6470;font-size:12px;margin-block-start:32px}@media print{footer{display:none}body{padding:0}}',
  ].join('');
