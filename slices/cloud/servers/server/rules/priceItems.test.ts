import { describe, expect, it } from 'vitest';
import { type PricedConfiguration, serverPriceItems } from './priceItems.ts';

const small: PricedConfiguration = {
  ...{
    cpuType: 'B',
    cores: 2,
    ramMb: 1536,
    diskGb: 25,
    publicAddresses: 1,
    imagePriceItem: null,
    trafficPackage: null,
  },
  ...{ hasBackup: false, isManaged: false, snapshotBytes: 0, billingMode: 'hourly', power: 'on' },
};
const items = (change: Partial<PricedConfiguration>) =>
  serverPriceItems({ ...small, ...change }).map(
    ({ item, quantity, mode, powerState }) => `${quantity} ${item} ${mode} ${powerState}`,
  );

describe('the price items of a server', () => {
  it('are cores, memory, disks and public IPs', () => {
    expect(items({})).toEqual([
      '2 cpu.B hourly on',
      '1.5 ram.gb hourly on',
      '25 disk.gb hourly on',
      '1 ip.wan hourly on',
    ]);
  });

  it('omit items the server does not have', () => {
    expect(items({ publicAddresses: 0 })).not.toContainEqual(expect.stringContaining('ip.wan'));
  });

  it.each([
    [{ imagePriceItem: 'image.windows' }, '1 image.windows hourly on'],
    [{ trafficPackage: 'b1000' }, '1 traffic.b1000 hourly on'],
    [{ hasBackup: true }, '25 backup.gb hourly on'],
    [{ isManaged: true }, '1 managed.server hourly on'],
    [{ snapshotBytes: 2 ** 29 }, '0.5 snapshot.gb hourly on'],
  ])('%j adds %s', (change, line) => {
    expect(items(change)).toEqual([...items({}), line]);
  });

  it.each([
    ['hourly', 'on', 'on'],
    ['hourly', 'suspended', 'on'],
    ['hourly', 'off', 'off'],
    ['monthly', 'off', 'off'],
    ['monthly', 'suspended', 'on'],
  ] as const)('%s and %s counts as %s', (billingMode, power, expected) => {
    const states = new Set(
      serverPriceItems({ ...small, billingMode, power }).map(({ powerState }) => powerState),
    );
    expect([...states]).toEqual([expected]);
  });

  it('charge snapshots hourly even for monthly servers', () => {
    expect(items({ billingMode: 'monthly', snapshotBytes: 2 ** 30 }).at(-1)).toBe(
      '1 snapshot.gb hourly on',
    );
  });
});
