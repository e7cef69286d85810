import type { VendorAccess } from '../http/port.ts';
import { vendorHttp } from '../http/vendorHttp.ts';
import { problem } from '../problem.ts';
import {
  type ExchangeRateDriver,
  ExchangeRateFailure,
  type ExchangeRateSettings,
  type PublishedRates,
} from './port.ts';

const limits = { timeoutMs: 20_000, maxAnswerBytes: 256 * 1024, perSecond: 2 };

/**
 * The euro foreign exchange reference rates of the European Central Bank: `eurofxref-daily.xml`,
 * published around 16:00 in Frankfurt on each working day.
 */
export function ecbDriver(
  { address }: ExchangeRateSettings,
  access?: VendorAccess,
): ExchangeRateDriver {
  const httpSend = vendorHttp(
    { ...limits, fail: (found, cause) => new ExchangeRateFailure(found, { cause }) },
    access,
  );
  const headers = { accept: 'application/xml, text/xml' };
  return {
    latest: async () => {
      // Not repeatable: it's requested again every hour until it succeeds.
      const request = { address, headers, body: null, isRepeatable: false };
      const { status, text } = await httpSend({ method: 'GET', ...request });
      if (status !== 200) throw new ExchangeRateFailure(problem('onlyStatus', { status }));
      return read(text);
    },
  };
}

/**
 * `<Cube time='2026-11-24'>` contains a `<Cube currency='USD' rate='1.0832'/>` per currency. All
 * other content is ignored.
 */
function read(text: string): PublishedRates {
  const cubes = [...text.replace(/<!--[\s\S]*?-->/g, '').matchAll(/<(?:\w+:)?Cube\b([^>]*)>/g)].map(
    ([, attributes = '']) => ({
      time: attribute(attributes, 'time'),
      quote: attribute(attributes, 'currency'),
      rate: attribute(attributes, 'rate'),
    }),
  );
  const days = cubes.flatMap(({ time }) => time ?? []);
  const rates = cubes.flatMap(({ quote, rate }) =>
    quote === null && rate === null ? [] : [{ quote: quote ?? '', rate: rate ?? '' }],
  );
  const [day = ''] = days;
  const isValid = days.length === 1 && isDay(day) && rates.length > 0 && rates.every(isRate);
  if (!isValid || new Set(rates.map(({ quote }) => quote)).size !== rates.length)
    throw new ExchangeRateFailure(problem('ratesUnreadable'));
  return { day, base: 'EUR', rates };
}

const attribute = (attributes: string, name: string): string | null =>
  new RegExp(`(?:^|\\s)${name}\\s*=\\s*(["'])(.*?)\\1`).exec(attributes)?.[2] ?? null;

const isDay = (day: string): boolean =>
  /^\d{4}-\d\d-\d\d$/.test(day) && !Number.isNaN(Date.parse(day));

const isRate = ({ quote, rate }: { quote: string; rate: string }): boolean =>
  /^[A-Z]{3}$/.test(quote) &&
  quote !== 'EUR' &&
  /^\d{1,10}(\.\d{1,8})?$/.test(rate) &&
  !/^[0.]+$/.test(rate);
