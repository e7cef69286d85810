import { expect, it } from 'vitest';
import type { ExchangeRateDriver } from './port.ts';

/** A driver and its service, which can be made to respond with nonsense or be stopped. */
export interface ExchangeRateService {
  driver: ExchangeRateDriver;
  answerInstead(answer: { status: number; text: string } | null): void;
  stop(): Promise<void>;
}

/** Rules for every driver of the port. */
export function testExchangeRatePort(service: () => ExchangeRateService): void {
  it('returns the rates of one day as exact positive decimals, with each currency once and never the base', async () => {
    const { day, base, rates } = await service().driver.latest();
    expect(day).toMatch(/^\d{4}-\d\d-\d\d$/);
    expect(rates.length).toBeGreaterThan(0);
    for (const { quote, rate } of rates) {
      expect(quote).toMatch(/^[A-Z]{3}$/);
      expect(quote).not.toBe(base);
      expect(rate).toMatch(/^\d{1,10}(\.\d{1,8})?$/);
      expect(Number(rate)).toBeGreaterThan(0);
    }
    expect(new Set(rates.map(({ quote }) => quote)).size).toBe(rates.length);
  });

  it.each([
    [500, ''],
    [302, ''],
    [200, ''],
    [200, '<html><body>Maintenance</body></html>'],
  ])(
    'rejects a response %s "%s" without valid rates, and recovers afterward',
    async (status, text) => {
      const { driver, answerInstead } = service();
      answerInstead({ status, text });
      await expect(driver.latest()).rejects.toMatchObject({ name: 'ExchangeRateFailure' });
      answerInstead(null);
      expect((await driver.latest()).rates.length).toBeGreaterThan(0);
    },
  );

  it('reports a service that is unreachable', async () => {
    const { driver, stop } = service();
    await stop();
    await expect(driver.latest()).rejects.toMatchObject({ name: 'ExchangeRateFailure' });
  });
}
