import { directionOf } from '../../../../../contract/languages.ts';
import { countryName } from '../../../companies/server/index.ts';
import { inCoins } from '../charges/amounts.ts';
import type { Brand } from './brand.ts';
import { type Printable, toldOf } from './printable.ts';
import {
  allocationNoteOf,
  allocationNumberOf,
  shownTaxes,
  taxNoteOf,
  titleOf,
  type Words,
  wordsOf,
} from './words.ts';

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
const apart = (text: string): string => `<bdi>${safe(text)}</bdi>`;
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
  const words = wordsOf(language);
  const name = titleOf(document);
  const style = styleOf(brand);
  const logo = brand.logo
    ? `<img src="${brand.logo}" alt="${safe(brand.systemName)}">`
    : `<span class="brand">${apart(brand.systemName)}</span>`;
  const about = facts.about
    ? `<p>${safe(words.about).replace('{number}', leftToRight(facts.about))}</p>`
    : '';
  const reason = document.reason ? `<p>${safe(words.reason)}: ${apart(document.reason)}</p>` : '';
  const note = allocationNoteOf(document);
  const said = note === null ? '' : `<p class="note">${safe(note)}</p>`;
  const html = `<!doctype html>
<html lang="${language}" dir="${directionOf(language)}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${safe(name)} ${safe(number)}</title><style>${style}</style></head>
<body>
<header><div>${logo}</div><div><h1>${safe(name)}</h1>${about}${headOf(document, words)}</div></header>
<section class="parties">${sellerOf(document, words)}${buyerOf(document, words)}</section>
${said}
${reason}
${linesOf(document, words)}
${sumsOf(document, words)}
${kind === 'invoice' ? paymentOf(document, words) : ''}
<footer>${safe(words.print)}</footer>
</body></html>`;
  return { html, style };
}

const pairs = (entries: readonly (readonly [string, string])[]): string =>
  `<dl>${entries.map(([name, value]) => `<dt>${safe(name)}</dt><dd>${value}</dd>`).join('')}</dl>`;

function headOf(document: Printable, words: Words): string {
  const { number, issuedOn, dueOn, facts } = document;
  const allocation = allocationNumberOf(document);
  return pairs([
    [words.number, leftToRight(number)],
    [words.issued, leftToRight(issuedOn)],
    ...(dueOn ? ([[words.due, leftToRight(dueOn)]] as const) : []),
    [words.period, leftToRight(facts.period)],
    ...(allocation ? ([[words.allocation, leftToRight(allocation)]] as const) : []),
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
  who: Party,
  language: Printable['language'],
  words: Words,
  more = '',
): string {
  const place = [who.city, who.region, who.postalCode].filter((part) => part !== '').join(' ');
  const lines = [who.street, place, who.country && countryName(who.country, language)].filter(
    (part) => part !== '',
  );
  const taxNumber = who.taxNumber
    ? `<br>${safe(words.taxNumber)}: ${leftToRight(who.taxNumber)}`
    : '';
  return `<address><h2>${safe(title)}</h2><strong>${apart(who.name)}</strong>${lines.map((line) => `<br>${apart(line)}`).join('')}${taxNumber}${more}</address>`;
}

const sellerOf = ({ facts: { seller }, language }: Printable, words: Words): string =>
  party(words.from, { ...seller, name: seller.legalName }, language, words);

function buyerOf({ facts: { buyer }, language }: Printable, words: Words): string {
  const number = buyer.number
    ? `<br>${safe(words.customerNumber)}: ${leftToRight(buyer.number)}`
    : '';
  return party(words.to, buyer, language, words, `<br>${leftToRight(buyer.email)}${number}`);
}

function linesOf(document: Printable, words: Words): string {
  const { lines, facts, language, currency, decimals } = document;
  const rows = lines.map((line) => {
    const { subject, item, from, to, amount } = line;
    const title = facts.items[item]?.title[language] ?? item;
    const told = toldOf(document, line);
    const below = told === '' ? '' : `<br><span>${safe(told)}</span>`;
    return `<tr><td>${apart(subject)}<br><span>${apart(title)}</span>${below}</td><td>${leftToRight(`${from} – ${to}`)}</td><td>${leftToRight(inCoins(amount, decimals))}</td></tr>`;
  });
  return `<table><thead><tr><th scope="col">${safe(words.what)}</th><th scope="col">${safe(words.time)}</th><th scope="col">${safe(words.amount)} (${safe(currency)})</th></tr></thead><tbody>${rows.join('')}</tbody></table>`;
}

function sumsOf(document: Printable, words: Words): string {
  const { net, total, currency, decimals } = document;
  const shown = (amount: string) => leftToRight(`${inCoins(amount, decimals)} ${currency}`);
  const taxes = shownTaxes(document).map(([name, amount]) => [name, shown(amount)] as const);
  const note = taxNoteOf(document.facts.regime ?? 'home', document.language);
  const said = note === null ? '' : `<p>${safe(note)}</p>`;
  return `<section class="sums">${pairs([[words.net, shown(net)], ...taxes, [words.total, `<strong>${shown(total)}</strong>`]])}${said}</section>`;
}

function paymentOf({ number, facts: { seller } }: Printable, words: Words): string {
  if (seller.bankAccount === '') return '';
  const known = [
    [words.holder, apart(seller.bankHolder)],
    [words.bank, apart(seller.bankName)],
    [words.account, leftToRight(seller.bankAccount)],
    [words.swift, leftToRight(seller.bankSwift)],
    [words.reference, leftToRight(number)],
  ] as const;
  return `<section class="payment"><h2>${safe(words.pay)}</h2>${pairs(known.filter(([, value]) => !/^<bdi[^>]*><\/bdi>$/.test(value)))}</section>`;
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
