import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import ipaddr from 'ipaddr.js';
import { type CountryResponse, Reader } from 'mmdb-lib';
import type { Language } from '../../../contract/languages.ts';
import { byLanguage } from '../../../contract/texts/localizer.ts';
import type { Config } from '../config.ts';
import { localize } from '../texts/localize.ts';

/** A two-letter country code (ISO 3166-1), `private` for private networks, or empty if unknown. */
export type CallerLocation = string;

const ownNetwork = new Set(['private', 'loopback', 'linkLocal', 'uniqueLocal', 'carrierGradeNat']);
const bundled = '@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb';

/**
 * The bundled file uses `country_code`, while GeoLite2-Country and similar files use
 * `country.iso_code`.
 */
type CountryRecord = CountryResponse & { country_code?: string };

interface CountryContext {
  services: { config: Pick<Config, 'countriesFile'> };
}

const readers = new Map<string, Reader<CountryRecord>>();

/** Opened on the first lookup, because it takes 8 MB of memory. */
function countriesOf({ services }: CountryContext): Reader<CountryRecord> {
  const file = services.config.countriesFile ?? createRequire(import.meta.url).resolve(bundled);
  let countries = readers.get(file);
  if (!countries) {
    countries = new Reader<CountryRecord>(readFileSync(file));
    readers.set(file, countries);
  }
  return countries;
}

/**
 * The country where an IP address is registered, looked up offline. It comes from registries and
 * networks, and doesn't prove the user's location.
 */
export function locationOf(ctx: CountryContext, ip: string): CallerLocation {
  const plain = ip.split('%')[0] ?? '';
  if (!ipaddr.isValid(plain)) return '';
  const address = ipaddr.process(plain);
  const range = address.range();
  if (range !== 'unicast') return ownNetwork.has(range) ? 'private' : '';
  const found = countriesOf(ctx).get(address.toString());
  return found?.country_code ?? found?.country?.iso_code ?? '';
}

const placeholders: Record<Language, { private: string; unknown: string }> = byLanguage({
  private: localize('origin.words.private'),
  unknown: localize('origin.words.unknown'),
});

/** A place as text, for emails. */
export function formatLocation(location: CallerLocation, language: Language): string {
  if (location === 'private') return placeholders[language].private;
  return (
    (location && new Intl.DisplayNames(language, { type: 'region' }).of(location)) ||
    placeholders[language].unknown
  );
}
