import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A fake European Central Bank over HTTP: one file with the rates of the last working day. */
export class EcbFake {
  day = '2026-11-23';
  rates: Record<string, string> = { USD: '1.0832', JPY: '163.25', ILS: '4.0142', IDR: '17169.61' };
  /** A response returned instead of the rates. */
  instead: { status: number; text: string } | null = null;
  /** Number of requests. */
  asked = 0;
  address = '';
  #server: Server | null = null;

  async start(): Promise<this> {
    const server = createServer((request, response) => {
      this.asked++;
      const isRatesFile =
        request.method === 'GET' && request.url === '/stats/eurofxref/eurofxref-daily.xml';
      const { status, text } =
        this.instead ??
        (isRatesFile ? { status: 200, text: this.#file() } : { status: 404, text: '' });
      response.writeHead(status, { 'content-type': 'text/xml' }).end(text);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    this.#server = server;
    this.address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/stats/eurofxref/eurofxref-daily.xml`;
    return this;
  }

  /** Uses the bank's layout: tabs, single quotes, the gesmes envelope. */
  #file(): string {
    const rates = Object.entries(this.rates).map(
      ([currency, rate]) => `\t\t\t<Cube currency='${currency}' rate='${rate}'/>`,
    );
    return [
      '<?xml version="1.0" encoding="UTF-8"?>',
      '<gesmes:Envelope xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01" xmlns="http://www.ecb.int/vocabulary/2002-08-01/eurofxref">',
      '\t<gesmes:subject>Reference rates</gesmes:subject>',
      '\t<gesmes:Sender>\n\t\t<gesmes:name>European Central Bank</gesmes:name>\n\t</gesmes:Sender>',
      `\t<Cube>\n\t\t<Cube time='${this.day}'>`,
      ...rates,
      '\t\t</Cube>\n\t</Cube>\n</gesmes:Envelope>',
    ].join('\n');
  }

  async stop(): Promise<void> {
    this.#server?.closeAllConnections();
    await new Promise<void>((resolve) =>
      this.#server ? this.#server.close(() => resolve()) : resolve(),
    );
  }
}
