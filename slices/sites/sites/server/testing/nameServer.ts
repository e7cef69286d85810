import { createSocket } from 'node:dgram';

export interface NameServer {
  /** `127.0.0.1:port` */
  address: string;
  /** TXT records by hostname. */
  records: Map<string, string[]>;
  close(): Promise<void>;
}

/** Starts a local name server that only serves TXT records (RFC 1035 sections 4.1 and 3.3.14). */
export async function startNameServer(): Promise<NameServer> {
  const records = new Map<string, string[]>();
  const socket = createSocket('udp4');
  socket.on('message', (query, from) =>
    socket.send(dnsAnswer(query, records), from.port, from.address),
  );
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  return {
    address: `127.0.0.1:${socket.address().port}`,
    records,
    close: () => new Promise((resolve) => socket.close(() => resolve())),
  };
}

function dnsAnswer(query: Buffer, records: Map<string, string[]>): Buffer {
  const { name, end } = parseName(query, 12);
  const texts = records.get(name.toLowerCase()) ?? [];
  const header = Buffer.alloc(12);
  query.copy(header, 0, 0, 2);
  // An authoritative response, or NXDOMAIN if there is no record.
  header.writeUInt16BE(texts.length > 0 ? 0x8580 : 0x8583, 2);
  header.writeUInt16BE(1, 4);
  header.writeUInt16BE(texts.length, 6);
  return Buffer.concat([header, query.subarray(12, end + 4), ...texts.map(recordOf)]);
}

function parseName(query: Buffer, start: number): { name: string; end: number } {
  const labels: string[] = [];
  let offset = start;
  while (query[offset] !== 0) {
    const length = query[offset] ?? 0;
    labels.push(query.subarray(offset + 1, offset + 1 + length).toString('latin1'));
    offset += length + 1;
  }
  return { name: labels.join('.'), end: offset + 1 };
}

function recordOf(text: string): Buffer {
  const data = Buffer.from(text);
  const header = Buffer.from([0xc0, 12, 0, 16, 0, 1, 0, 0, 0, 0, 0, data.length + 1, data.length]);
  return Buffer.concat([header, data]);
}
