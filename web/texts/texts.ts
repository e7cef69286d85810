import { directionOf, type Language, languageFacts } from '../../contract/languages.ts';
import {
  type CompiledMessage,
  formatMessage,
  type MessageValues,
} from '../../contract/texts/formatMessage.ts';

/**
 * The messages of one area by key, from `texts/<language>.json` in ICU syntax. The build compiles
 * them (`compileMessages.ts`).
 */
export type Catalog = Record<string, CompiledMessage>;

const storageKey = 'language';

let language: Language = 'en';
/** The target language while its texts load. Otherwise the current language. */
let pendingLanguage: Language = 'en';
const areas = new Map<string, Catalog>();
/**
 * The loaders for the other languages of a catalog, by file: `import.meta.glob('./texts/*.json')`
 * without English. Each additional language is another file.
 */
export type OtherLanguages = Record<string, () => Promise<unknown>>;

interface Area {
  english: Catalog;
  others: OtherLanguages;
}
const loadedAreas = new Map<string, Area>();

const listeners = new Set<() => void>();

/** Registers a listener for language changes. */
export function onLanguage(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const currentLanguage = (): Language => language;
export const direction = (): 'rtl' | 'ltr' => directionOf(language);
/**
 * Marks text that is left to right in every language, such as a number with its unit or an address
 * with its port. Uses marks instead of an element, so that it also works in options, charts, and
 * messages.
 */
export const leftToRight = (text: string): string =>
  direction() === 'rtl' ? `\u2066${text}\u2069` : text;
/**
 * Marks text in the reader's language that begins with a digit, such as a date, so that it keeps
 * the direction of the language everywhere.
 */
export const isolateDirections = (text: string): string =>
  direction() === 'rtl' ? `\u2067${text}\u2069` : text;
/** The locale for Intl: the language with Latin digits everywhere. */
export const locale = (): string => languageFacts[language].locale;
/** The name of a language in the reader's language, such as `Hebrew`. */
export const languageTitle = (language: Language): string =>
  new Intl.DisplayNames(locale(), { type: 'language' }).of(language) ?? language;

/** The area's messages, in English if the language has no translation. */
async function catalogIn({ english, others }: Area, language: Language): Promise<Catalog> {
  const load = Object.entries(others).find(([file]) => file.endsWith(`/${language}.json`))?.[1];
  return load ? { ...english, ...((await load()) as Catalog) } : english;
}

/**
 * Registers an area's texts and loads them in the current language. A slice calls it in its own
 * chunk, so that texts of unopened screens aren't loaded. English is part of the chunk.
 */
export async function loadArea(
  area: string,
  english: Catalog,
  others: OtherLanguages,
): Promise<void> {
  loadedAreas.set(area, { english, others });
  areas.set(area, await catalogIn({ english, others }, pendingLanguage));
}

/**
 * Switches the language of the page: loads every registered area in it, then updates the page's
 * direction.
 */
export async function setLanguage(newLanguage: Language): Promise<void> {
  pendingLanguage = newLanguage;
  const loaded = await Promise.all(
    [...loadedAreas].map(
      async ([name, area]) => [name, await catalogIn(area, newLanguage)] as const,
    ),
  );
  if (pendingLanguage !== newLanguage) return;
  // Set after loading, so that text rendered in the meantime is completely in the previous
  // language.
  language = newLanguage;
  for (const [area, catalog] of loaded) areas.set(area, catalog);
  document.documentElement.lang = newLanguage;
  document.documentElement.dir = direction();
  localStorage.setItem(storageKey, newLanguage);
  for (const listener of listeners) listener();
}

/** The language stored in this browser, or else the one selected by the server. */
export function preferredLanguage(languages: readonly Language[], chosen: Language): Language {
  const stored = localStorage.getItem(storageKey);
  return languages.find((candidate) => candidate === stored) ?? chosen;
}

/**
 * The message of an area's key. A missing key is shown as is, so that tests and users notice it.
 */
export function translate(area: string, key: string, values: MessageValues = {}): string {
  const message = areas.get(area)?.[key];
  if (message === undefined) return `${area}.${key}`;
  return formatMessage(message, locale(), values, formatValue);
}

/**
 * Encloses names, addresses and sizes in first-strong-isolate marks, so that they keep their own
 * direction in Hebrew text.
 */
function formatValue(value: string | number): string {
  // Small integers are the same in every language of the portal, and a page's first number format
  // is slow.
  if (typeof value === 'number')
    return Number.isInteger(value) && value >= 0 && value < 1000
      ? String(value)
      : value.toLocaleString(locale());
  return direction() === 'rtl' ? `\u2068${value}\u2069` : value;
}

/**
 * A typed translation function for one area, used as `const text = textsOf<typeof
 * english>('servers')`. The keys are those of the English catalog.
 */
export function textsOf<C extends Catalog>(area: string) {
  return (key: keyof C & string, values?: MessageValues): string => translate(area, key, values);
}
