import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import type { TaxAuthorityFake } from '../../../../../drivers/taxAuthority/testing/authority.ts';
import { shiftClock } from '../../../../../server/platform/clock.ts';
import { outboundRunner } from '../../../../../server/platform/outbound/outboundRunner.ts';
import { systemContext } from '../../../../../server/platform/systemContext.ts';
import { startTestApp, type TestApp } from '../../../../../server/testing/app.ts';
import type { Answer, TestClient } from '../../../../../server/testing/client.ts';
import {
  addPriceListInCurrency,
  clearUsage,
  connectTaxAuthority,
  type IssuedDocument,
  issueInvoiceTo,
  makeBuyer,
  openTaxAuthorityHarness,
  startAuthority,
  type TaxAuthorityHarness,
} from './taxAuthorityHarness.ts';

export interface Allocation {
  state: string;
  number: string | null;
  wholeNumber: string | null;
  decision: string | null;
  code: string;
  field: string;
  problem: string;
  remedy: string;
  nextAt: string | null;
  canDecide: boolean;
  canTryAgain: boolean;
  canGiveRate: boolean;
  rate: string | null;
}

export const errorSummary = ({ status, body }: Answer<object>) => {
  const { code, errors } = body as { code?: number[]; errors?: { key?: string }[] };
  return [status, code?.[0], errors?.[0]?.key];
};

/**
 * Starts a portal with a simulated authority and connects a new company for each test. Requests are
 * sent only by `process`.
 */
export function useAllocationHarness() {
  const desk = {} as {
    app: TestApp;
    authority: TaxAuthorityFake;
    office: TaxAuthorityHarness;
    db(): TestApp['portal']['services']['database']['db'];
  };
  beforeAll(async () => {
    desk.app = await startTestApp();
    desk.db = () => desk.app.portal.services.database.db;
    desk.authority = await startAuthority();
    await addPriceListInCurrency(desk.app, 'ILS', '2020-01-01');
    await sql`delete from chore where name like 'allocations.%' or name = 'outbound.deliver'`.execute(
      desk.db(),
    );
  });
  beforeEach(async () => {
    desk.authority.minimums = [['2020-01-01', 1]];
    desk.authority.refusedBuyers.clear();
    desk.authority.unknownNumbers.clear();
    desk.authority.asked.length = 0;
    await sql`delete from outbound_job where type = 'allocations.document'`.execute(desk.db());
    desk.office = await openTaxAuthorityHarness(desk.app, desk.authority);
    await connectTaxAuthority(desk.app, desk.office);
  });
  afterEach(async () => {
    shiftClock(0);
    await clearUsage(desk.app);
  });
  afterAll(async () => {
    await desk.app.close();
    await desk.authority.stop();
  });

  const system = async () =>
    systemContext(desk.app.portal.services, {
      site: await desk.app.portal.sites.byId(desk.app.siteId),
      log: desk.app.portal.app.log as never,
    });
  /** Makes all waiting requests due now. */
  const makeDeliveriesDue = () =>
    sql`with woken as (delete from outbound_destination where type = 'allocations.document')
      update outbound_job set due_at = now() - interval '1 year' where type = 'allocations.document' and state = 'waiting'`.execute(
      desk.db(),
    );
  const runDueJobs = async () => {
    const { services, app } = desk.app.portal;
    await outboundRunner(services).round('allocations.document', app.log as never);
  };
  const process = async () => {
    await makeDeliveriesDue();
    await runDueJobs();
  };
  const path = (document: IssuedDocument, companyId = desk.office.shop.companyId) =>
    `/companies/${companyId}/allocations/${document.id}`;
  const read = async (document: IssuedDocument) =>
    (await desk.office.shop.clerk.get<Allocation>(path(document))).body;
  const buyer = (profile?: object) => makeBuyer(desk.app, desk.office, profile);
  /** Stops requests for the company until `process` or an explicit retry. */
  const openCircuit = () =>
    sql`insert into outbound_destination (type, key, failures, open_until)
      values ('allocations.document', ${desk.office.shop.companyId}, 9, now() + interval '1 year')
      on conflict (type, key) do update set open_until = excluded.open_until`.execute(desk.db());
  /** Issues an invoice to a business and returns it. */
  async function issueToBuyer(
    profile?: object,
  ): Promise<{ client: TestClient; paper: IssuedDocument }> {
    const client = await buyer(profile);
    await openCircuit();
    return { client, paper: await issueInvoiceTo(client, desk.office) };
  }
  const fetchAs = (client: TestClient, document: IssuedDocument, format = 'html') =>
    fetch(`${desk.app.address}/invoice/download?document=${document.id}&format=${format}`, {
      headers: { cookie: client.cookie },
    });
  const mails = async (document: IssuedDocument) =>
    (
      await sql<{
        count: number;
      }>`select count(*)::integer as count from invoice_mail where document_id = ${document.id}`.execute(
        desk.db(),
      )
    ).rows[0]?.count;
  const mailsOfKind = async (kind: string, client = desk.office.shop.clerk) =>
    (
      await sql`select from mail_message where kind = ${kind} and user_id = ${client.userId}`.execute(
        desk.db(),
      )
    ).rows.length;
  return Object.assign(desk, {
    system,
    due: makeDeliveriesDue,
    round: runDueJobs,
    look: process,
    path,
    read,
    buyer,
    issued: issueToBuyer,
    fetchAs,
    mails,
    told: mailsOfKind,
  });
}
