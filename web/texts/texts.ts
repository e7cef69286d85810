import type { Language } from '../../contract/languages.ts';

/**
 * Texts of one area by key. `{name}` is filled in; `key_one`, `key_two`, `key_other` are the plural
 * forms of `key`.
 */
export type Catalogue = Record<string, string>;

const rightToLeft: readonly Language[] = ['he'];
const storageKey = 'language';

let language: Language = 'en';
/** The language being switched to while its texts load; otherwise the current one. */
let coming: Language = 'en';
const areas = new Map<string, Catalogue>();
/** The languages besides English, loaded on demand. */
export type OtherLanguages = Record<Exclude<Language, 'en'>, () => Promise<Catalogue>>;

interface Area {
  english: Catalogue;
  others: OtherLanguages;
}
const known = new Map<string, Area>();
let plurals = new Intl.PluralRules('en');

const listeners = new Set<() => void>();

/** Hears of a switch of the language. */
export function onLanguage(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const currentLanguage = (): Language => language;
export const direction = (): 'rtl' | 'ltr' => (rightToLeft.includes(language) ? 'rtl' : 'ltr');
/**
 * What reads from left to right in every language: a number with its unit, an address with its
 * port. Between marks rather than in an element, so that it stays so in options, charts and
 * messages too.
 */
export const leftToRight = (words: string): string =>
  direction() === 'rtl' ? `\u2066${words}\u2069` : words;
/**
 * Words of the reader's language that begin with a digit, such as a date: in its direction wherever
 * they stand.
 */
export const inReadingOrder = (words: string): string =>
  direction() === 'rtl' ? `\u2067${words}\u2069` : words;
/** For Intl: the language with Latin digits everywhere. */
export const locale = (): string => (language === 'he' ? 'he-IL' : 'en-US');

const catalogueOf = ({ english, others }: Area, wanted: Language): Promise<Catalogue> =>
  wanted === 'en' ? Promise.resolve(english) : others[wanted]();

/**
 * Announces an area's texts and loads them in the current language. A slice calls it in its own
 * chunk, so that nobody loads the texts of screens he does not open; English comes with the chunk.
 */
export async function loadArea(
  area: string,
  english: Catalogue,
  others: OtherLanguages,
): Promise<void> {
  known.set(area, { english, others });
  areas.set(area, await catalogueOf({ english, others }, coming));
}

/**
 * Switches the language of the page: loads every known area in it, then turns the page's direction.
 */
export async function setLanguage(wanted: Language): Promise<void> {
  coming = wanted;
  const loaded = await Promise.all(
    [...known].map(async ([name, area]) => [name, await catalogueOf(area, wanted)] as const),
  );
  if (coming !== wanted) return;
  // Only now, so that text rendered meanwhile is completely in the previous language.
  language = wanted;
  plurals = new Intl.PluralRules(wanted);
  for (const [area, catalogue] of loaded) areas.set(area, catalogue);
  document.documentElement.lang = wanted;
  document.documentElement.dir = direction();
  localStorage.setItem(storageKey, wanted);
  for (const listener of listeners) listener();
}

/** The language stored in this browser, or else the one chosen by the server. */
export function preferredLanguage(offered: readonly Language[], chosen: Language): Language {
  const kept = localStorage.getItem(storageKey);
  return offered.find((candidate) => candidate === kept) ?? chosen;
}

export type TextValues = Record<string, string | number>;

/**
 * The text of an area's key. A missing key is shown as itself, so that tests and users notice it.
 */
export function translate(area: string, key: string, values: TextValues = {}): string {
  const catalogue = areas.get(area);
  const form = typeof values.count === 'number' ? `${key}_${plurals.select(values.count)}` : key;
  const pattern = catalogue?.[form] ?? catalogue?.[`${key}_other`] ?? catalogue?.[key];
  if (pattern === undefined) return `${area}.${key}`;
  return pattern.replace(/\{(\w+)\}/g, (whole, name: string) =>
    name in values ? formatted(values[name]) : whole,
  );
}

/**
 * Names, addresses and sizes keep their own direction within Hebrew: they are enclosed in
 * first-strong-isolate marks.
 */
function formatted(value: string | number | undefined): string {
  // A small whole number is written alike in every language of the portal, and the first number
  // format of a page is slow.
  if (typeof value === 'number')
    return Number.isInteger(value) && value >= 0 && value < 1000
      ? String(value)
      : value.toLocaleString(locale());
  return direction() === 'rtl' ? `\u2068${value}\u2069` : String(value);
}

type PlainKey<K> = K extends `${infer Base}_${'one' | 'two' | 'other'}` ? Base : K;

/**
 * A typed reader of one area: `const text = textsOf<typeof en>('servers')`; the keys are those of
 * the English catalogue.
 */
export function textsOf<C extends Catalogue>(area: string) {
  return (key: PlainKey<keyof C & string>, values?: TextValues): string =>
    translate(area, key, values);
}
