import { appendFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DataPaths, type ServerPaths } from '../process/paths.ts';
import type { NicState } from '../state.ts';
import { countTraffic, removeTrafficCounts } from './trafficCount.ts';

const nic: NicState = {
  id: 'nic',
  mac: '52:54:00:00:00:01',
  connected: true,
  slot: 0,
  forwards: [],
};
const ownMac = Buffer.from('525400000001', 'hex');
const other = Buffer.from('525500000002', 'hex');

/** One record of a capture file: the first 14 bytes of a frame of `length` bytes. */
function frame(source: Buffer, length: number): Buffer {
  const header = Buffer.alloc(16);
  header.writeUInt32LE(1_700_000_000, 0);
  header.writeUInt32LE(14, 8);
  header.writeUInt32LE(length, 12);
  return Buffer.concat([header, Buffer.alloc(6, 0xff), source, Buffer.from([8, 0])]);
}

let folder: string;
let paths: ServerPaths;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cloudberth-traffic-'));
  paths = {
    ...new DataPaths(folder).server('server'),
    traffic: (slot) => join(folder, `traffic-${slot}.pcap`),
  };
  await writeFile(paths.traffic(0), Buffer.alloc(24));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

describe('traffic count', () => {
  it('counts frames from its own address as sent and all others as received', async () => {
    await appendFile(
      paths.traffic(0),
      Buffer.concat([frame(ownMac, 100), frame(other, 1500), frame(ownMac, 60)]),
    );
    expect(await countTraffic(paths, nic)).toEqual({ sentBytes: 160, receivedBytes: 1500 });
  });

  it('resumes where it stopped, even in the middle of a record', async () => {
    const second = frame(other, 700);
    await appendFile(paths.traffic(0), Buffer.concat([frame(ownMac, 100), second.subarray(0, 20)]));
    expect(await countTraffic(paths, nic)).toEqual({ sentBytes: 100, receivedBytes: 0 });
    await appendFile(paths.traffic(0), second.subarray(20));
    expect(await countTraffic(paths, nic)).toEqual({ sentBytes: 100, receivedBytes: 700 });
    expect(await countTraffic(paths, nic)).toEqual({ sentBytes: 100, receivedBytes: 700 });
  });

  it('continues past one chunk, and frees the space of counted records in the file system', async () => {
    const many = Buffer.concat(Array.from({ length: 80_000 }, () => frame(other, 1000)));
    await appendFile(paths.traffic(0), many);
    expect(await countTraffic(paths, nic)).toEqual({ sentBytes: 0, receivedBytes: 80_000_000 });
    await appendFile(paths.traffic(0), frame(ownMac, 90));
    expect(await countTraffic(paths, nic)).toEqual({ sentBytes: 90, receivedBytes: 80_000_000 });
  });

  it('starts at zero after the server restarts', async () => {
    await appendFile(paths.traffic(0), frame(ownMac, 100));
    await countTraffic(paths, nic);
    await removeTrafficCounts(paths, [nic]);
    expect(await countTraffic(paths, nic)).toMatchObject({ sentBytes: 0, receivedBytes: 0 });
  });
});
