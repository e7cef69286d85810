import { userError } from '../../../../contract/errors/errors.ts';
import type { Language, LocalizedText } from '../../../../contract/languages.ts';
import { localize } from '../texts/localize.ts';
import { callingCode } from './callingCodes.ts';

/** All assigned ISO 3166-1 alpha-2 codes. */
const codes = new Set(
  `AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ CA CC CD CF CG CH CI CK
  CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT
  GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA
  MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS
  PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ
  UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW`.split(/\s+/),
);

/**
 * States and provinces of the two countries whose addresses require one (specification section 9;
 * ISO 3166-2, without the country).
 */
const regions: Record<string, Record<string, string>> = {
  US: parseCountryNames(`AL Alabama|AK Alaska|AZ Arizona|AR Arkansas|CA California|CO Colorado|CT Connecticut|DE Delaware|DC District of Columbia|FL Florida|
    GA Georgia|HI Hawaii|ID Idaho|IL Illinois|IN Indiana|IA Iowa|KS Kansas|KY Kentucky|LA Louisiana|ME Maine|MD Maryland|MA Massachusetts|
    MI Michigan|MN Minnesota|MS Mississippi|MO Missouri|MT Montana|NE Nebraska|NV Nevada|NH New Hampshire|NJ New Jersey|NM New Mexico|
    NY New York|NC North Carolina|ND North Dakota|OH Ohio|OK Oklahoma|OR Oregon|PA Pennsylvania|RI Rhode Island|SC South Carolina|
    SD South Dakota|TN Tennessee|TX Texas|UT Utah|VT Vermont|VA Virginia|WA Washington|WV West Virginia|WI Wisconsin|WY Wyoming`),
  CA: parseCountryNames(`AB Alberta|BC British Columbia|MB Manitoba|NB New Brunswick|NL Newfoundland and Labrador|NS Nova Scotia|NT Northwest Territories|
    NU Nunavut|ON Ontario|PE Prince Edward Island|QC Quebec|SK Saskatchewan|YT Yukon`),
};

function parseCountryNames(list: string): Record<string, string> {
  return Object.fromEntries(
    list.split('|').map((entry) => {
      const [code = '', ...nameParts] = entry.trim().split(' ');
      return [code, nameParts.join(' ')];
    }),
  );
}

const currencies = new Set(Intl.supportedValuesOf('currency'));

export const countryName = (code: string, language: Language): string =>
  new Intl.DisplayNames([language], { type: 'region' }).of(code) ?? code;

/**
 * Returns all countries, sorted by their name in the language, with calling code and required
 * states.
 */
export function listCountries(language: Language) {
  const names = new Intl.DisplayNames([language], { type: 'region' });
  return [...codes]
    .map((code) => ({
      code,
      name: names.of(code) ?? code,
      phoneCode: callingCode(code),
      regions: Object.entries(regions[code] ?? {}).map(([region, name]) => ({
        code: region,
        name,
      })),
    }))
    .sort((a, b) => a.name.localeCompare(b.name, language));
}

/** Throws `countryUnknown`, or `billingFieldNeeded` for a missing or unknown state. */
export function checkRegion(
  { country, region }: { country: string; region: string },
  field: string,
): void {
  const key = (name: string) => (field === '' ? name : `${field}.${name}`);
  if (!codes.has(country)) throw userError('countryUnknown', { given: country }, key('country'));
  const regionNames = regions[country];
  if (regionNames ? Object.hasOwn(regionNames, region) : region === '') return;
  throw userError(
    'billingFieldNeeded',
    { problem: regionNames ? regionRequired(country, regionNames) : noState(country) },
    key('region'),
  );
}

const noState = (country: string): LocalizedText =>
  localize('noState', { country: (language) => countryName(country, language) });

function regionRequired(
  country: string,
  regionNames: Readonly<Record<string, string>>,
): LocalizedText {
  const example = Object.keys(regionNames)[0] ?? '';
  return localize('countries.stateNeeded.addressesNeedStateCode', {
    country: (language) => countryName(country, language),
    example,
  });
}

/** Throws `currencyUnknown`. */
export function checkCurrency(currency: string, key = 'currency'): void {
  if (!currencies.has(currency)) throw userError('currencyUnknown', { given: currency }, key);
}
