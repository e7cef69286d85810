import { expect, it } from 'vitest';
import type { SmsDriver } from './port.ts';
import type { SmsVendor } from './testing/vendor.ts';

export interface SmsCarrier {
  driver: SmsDriver;
  vendor: SmsVendor;
  /** What a message says that reached the vendor. */
  read(asked: SmsVendor['asked'][number]): { phone: string; text: string };
}

/** Everything that could break out of a form, a JSON string or an address. */
const oddText = 'קוד 123456 & "quoted" {phone} %20 \\ +1 <b>\nsecond line 🙂';

/** What every driver of the port keeps. */
export function testSmsPort(carrier: () => SmsCarrier): void {
  it('hands a message over, once, to the letter', async () => {
    const { driver, vendor, read } = carrier();
    const before = vendor.asked.length;
    await driver.send({ phone: '+972501234567', text: oddText });
    expect(vendor.asked.slice(before).map(read)).toEqual([
      { phone: '+972501234567', text: oddText },
    ]);
  });

  it.each([
    [500, false],
    [503, false],
    [429, false],
    [401, false],
    [400, true],
    [404, true],
    [302, false],
  ])('an answer %i: final is %s', async (status, isPermanent) => {
    const { driver, vendor } = carrier();
    const usual = vendor.answer;
    vendor.answer = () => ({ status, body: '{"message":"because"}' });
    await expect(driver.send({ phone: '+972501234567', text: 'x' })).rejects.toMatchObject({
      name: 'SmsFailure',
      isPermanent,
    });
    vendor.answer = usual;
  });

  it('a provider that is away is a failure for now', async () => {
    const { driver, vendor } = carrier();
    await vendor.stop();
    await expect(driver.send({ phone: '+972501234567', text: 'x' })).rejects.toMatchObject({
      name: 'SmsFailure',
      isPermanent: false,
    });
  });
}
