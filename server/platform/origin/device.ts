import type { Language, LocalizedText } from '../../../contract/languages.ts';
import { localize } from '../texts/localize.ts';

export interface Device {
  device: string;
  deviceKind: 'computer' | 'phone' | 'program' | 'unknown';
}

/** Order matters, because most user agents also name the browsers they are derived from. */
const browsers: readonly (readonly [string, RegExp])[] = [
  ['Edge', /\bEdg(?:e|A|iOS)?\/(\d+)/],
  ['Opera', /\bOPR\/(\d+)/],
  ['Samsung Internet', /\bSamsungBrowser\/(\d+)/],
  ['Firefox', /\b(?:Firefox|FxiOS)\/(\d+)/],
  ['Chrome', /\b(?:Chrome|CriOS|HeadlessChrome)\/(\d+)/],
  ['Safari', /\bVersion\/(\d+)[\d.]* (?:Mobile\/\w+ )?Safari\//],
];
const systems: readonly (readonly [string, RegExp, Device['deviceKind']])[] = [
  ['iPhone', /\biPhone\b/, 'phone'],
  ['iPad', /\biPad\b/, 'phone'],
  ['Android', /\bAndroid\b/, 'phone'],
  ['ChromeOS', /\bCrOS\b/, 'computer'],
  ['Windows', /\bWindows\b/, 'computer'],
  ['macOS', /\bMac OS X\b|\bMacintosh\b/, 'computer'],
  ['Linux', /\bLinux\b|\bX11\b/, 'computer'],
];

const unknown: LocalizedText = localize('origin.unknown');

/**
 * Describes a browser's user agent: `Firefox 140 on Windows`. Other programs keep their own name.
 */
export function describeDevice(userAgent: string, language: Language): Device {
  const system = systems.find(([, pattern]) => pattern.test(userAgent));
  const browser = browsers
    .map(([name, pattern]) => [name, pattern.exec(userAgent)?.[1]] as const)
    .find(([, version]) => version);
  const browserName = browser ? `${browser[0]} ${browser[1]}` : '';
  if (browserName && system)
    return {
      device: localize('origin.together', { browser: browserName, system: system[0] })[language],
      deviceKind: system[2],
    };
  if (browserName || system)
    return { device: browserName || (system?.[0] ?? ''), deviceKind: system?.[2] ?? 'computer' };
  const program = /^[\w.-]{1,40}(?:\/[\w.-]{1,20})?/.exec(userAgent)?.[0];
  return program
    ? { device: program.replace('/', ' '), deviceKind: 'program' }
    : { device: unknown[language], deviceKind: 'unknown' };
}
