import { countryName } from '../../../companies/server/index.ts';
import type { Brand } from '../documents/brand.ts';
import {
  allocationNoteOf,
  allocationNumberOf,
  type DocumentLabels,
  titleOf,
} from '../documents/labels.ts';
import type { Printable } from '../documents/printable.ts';
import type { Direction } from './bidi.ts';
import { type Pair, writePairs } from './pairs.ts';
import type { Sheet } from './sheet.ts';
import { normal, small, soft } from './styles.ts';

const logoHeight = 44;
const logoWidth = 180;
/** The gap between the halves of the page, in points. */
const gap = 18;

/** Writes the logo, name, number and dates, with the seller and the buyer side by side below. */
export function writeHeader(
  sheet: Sheet,
  document: Printable,
  labels: DocumentLabels,
  brand: Brand,
): void {
  const { facts } = document;
  const columnWidth = (sheet.width - gap) / 2;
  const second = { at: columnWidth + gap, width: columnWidth };
  const ofBrand = writeBrand(sheet, brand, columnWidth);
  let y = sheet.write({
    ...second,
    text: titleOf(document),
    style: { size: 18, isBold: true, colour: brand.accent },
  });
  if (facts.about)
    y = sheet.write(
      { ...second, text: labels.about.replace('{number}', facts.about), style: { size: normal } },
      y,
    );
  y = writePairs(sheet, headerPairs(document, labels), { ...second, y: y + 4 });
  sheet.y = Math.max(ofBrand, y) + 8;
  sheet.rule(brand.accent, 2);
  sheet.y += 14;
  const { seller, buyer } = facts;
  const more = [
    isolated(buyer.email),
    ...(buyer.number ? [labeled(labels.customerNumber, buyer.number)] : []),
  ];
  const ends = [
    writeParty(
      sheet,
      labels.from,
      partyOf({ ...seller, name: seller.legalName }, document, labels),
      {
        at: 0,
        width: columnWidth,
      },
    ),
    writeParty(sheet, labels.to, [...partyOf(buyer, document, labels), ...more], second),
  ];
  sheet.y = Math.max(...ends) + 14;
  const note = allocationNoteOf(document);
  if (note !== null)
    sheet.y =
      sheet.write({
        text: note,
        style: { size: normal, isBold: true },
        at: 0,
        width: sheet.width,
      }) + 10;
  if (document.reason === '') return;
  sheet.y =
    sheet.write({
      text: `${labels.reason}: ${document.reason}`,
      style: { size: normal },
      at: 0,
      width: sheet.width,
    }) + 10;
}

/**
 * Draws the logo, or the name when there is no logo that a PDF can contain. Returns the y position
 * below it.
 */
function writeBrand(sheet: Sheet, { logo, systemName, accent }: Brand, width: number): number {
  const picture = logo === null ? null : pictureOf(sheet, logo);
  if (!picture)
    return sheet.write({
      text: systemName,
      style: { size: 18, isBold: true, colour: accent },
      at: 0,
      width,
    });
  const scale = Math.min(logoWidth / picture.width, logoHeight / picture.height, 1);
  const size: [number, number] = [picture.width * scale, picture.height * scale];
  sheet.pdf.image(picture, sheet.left(0, size[0]), sheet.y, { fit: size });
  return sheet.y + size[1];
}

/**
 * Null for anything but a PNG or JPEG in a screen color space, the only formats allowed in an
 * archive PDF.
 */
function pictureOf(sheet: Sheet, logo: string) {
  if (!/^data:image\/(png|jpeg);/.test(logo)) return null;
  try {
    const picture = sheet.pdf.openImage(logo);
    return picture.colorSpace === 'DeviceCMYK' ? null : picture;
  } catch {
    return null;
  }
}

function headerPairs(document: Printable, labels: DocumentLabels): Pair[] {
  const { number, issuedOn, dueOn, facts } = document;
  const allocation = allocationNumberOf(document);
  return [
    [labels.number, number],
    [labels.issued, issuedOn],
    ...(dueOn ? [[labels.due, dueOn] as Pair] : []),
    [labels.period, facts.period],
    ...(allocation ? [[labels.allocation, allocation] as Pair] : []),
  ];
}

interface PartyLine {
  text: string;
  direction: Direction;
}
const plainLine = (text: string): PartyLine => ({ text, direction: 'auto' });
const isolated = (text: string): PartyLine => ({ text, direction: 'ltr' });
const labeled = (label: string, value: string): PartyLine => plainLine(`${label}: ${value}`);

type Party = {
  name: string;
  street: string;
  city: string;
  region: string;
  postalCode: string;
  country: string;
  taxNumber: string;
};

function partyOf(party: Party, { language }: Printable, labels: DocumentLabels): PartyLine[] {
  const cityLine = [party.city, party.region, party.postalCode]
    .filter((part) => part !== '')
    .join(' ');
  const lines = [
    party.name,
    party.street,
    cityLine,
    party.country && countryName(party.country, language),
  ].filter((part) => part !== '');
  return [
    ...lines.map(plainLine),
    ...(party.taxNumber ? [labeled(labels.taxNumber, party.taxNumber)] : []),
  ];
}

function writeParty(
  sheet: Sheet,
  title: string,
  lines: readonly PartyLine[],
  position: { at: number; width: number },
): number {
  let y =
    sheet.write({ ...position, text: title, style: { size: small, isBold: true, colour: soft } }) +
    2;
  for (const [index, { text, direction }] of lines.entries())
    y = sheet.write(
      { ...position, text, direction, style: { size: normal, isBold: index === 0 } },
      y,
    );
  return y;
}
