import type { LookupFunction } from 'node:net';
import { askOnce } from '../ask.ts';
import { say, whyUnreachable } from '../words.ts';
import {
  type ExchangeRateDriver,
  ExchangeRateFailure,
  type ExchangeRateSettings,
  type PublishedRates,
} from './port.ts';

const limits = { timeoutMs: 20_000, maxAnswerBytes: 256 * 1024 };

/**
 * The euro foreign exchange reference rates of the European Central Bank: `eurofxref-daily.xml`,
 * published around 16:00 in Frankfurt on each working day. `lookup` may refuse where the name
 * leads.
 */
export function ecbDriver(
  { address }: ExchangeRateSettings,
  lookup?: LookupFunction,
): ExchangeRateDriver {
  return { latest: async () => read(await ask(address, lookup)) };
}

async function ask(address: string, lookup: LookupFunction | undefined): Promise<string> {
  const headers = { accept: 'application/xml, text/xml' };
  const { status, text } = await askOnce(
    { method: 'GET', address, headers, body: null },
    { ...limits, lookup },
  ).catch((error: Error) => {
    throw new ExchangeRateFailure(
      say('unreachable', { host: new URL(address).host, detail: whyUnreachable(error) }),
      { cause: error },
    );
  });
  if (status !== 200) throw new ExchangeRateFailure(say('onlyStatus', { status }));
  return text;
}

/**
 * `<Cube time='2026-11-24'>` contains a `<Cube currency='USD' rate='1.0832'/>` per currency. All
 * other content is ignored.
 */
function read(text: string): PublishedRates {
  const cubes = [...text.replace(/<!--[\s\S]*?-->/g, '').matchAll(/<(?:\w+:)?Cube\b([^>]*)>/g)].map(
    ([, inside = '']) => ({
      time: attribute(inside, 'time'),
      quote: attribute(inside, 'currency'),
      rate: attribute(inside, 'rate'),
    }),
  );
  const days = cubes.flatMap(({ time }) => time ?? []);
  const rates = cubes.flatMap(({ quote, rate }) =>
    quote === null && rate === null ? [] : [{ quote: quote ?? '', rate: rate ?? '' }],
  );
  const [day = ''] = days;
  const isRight = days.length === 1 && isDay(day) && rates.length > 0 && rates.every(isRate);
  if (!isRight || new Set(rates.map(({ quote }) => quote)).size !== rates.length)
    throw new ExchangeRateFailure(say('ratesUnreadable'));
  return { day, base: 'EUR', rates };
}

const attribute = (inside: string, name: string): string | null =>
  new RegExp(`(?:^|\\s)${name}\\s*=\\s*(["'])(.*?)\\1`).exec(inside)?.[2] ?? null;

const isDay = (day: string): boolean =>
  /^\d{4}-\d\d-\d\d$/.test(day) && !Number.isNaN(Date.parse(day));

const isRate = ({ quote, rate }: { quote: string; rate: string }): boolean =>
  /^[A-Z]{3}$/.test(quote) &&
  quote !== 'EUR' &&
  /^\d{1,10}(\.\d{1,8})?$/.test(rate) &&
  !/^[0.]+$/.test(rate);
