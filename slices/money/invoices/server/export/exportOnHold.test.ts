import { afterAll, beforeEach, expect, it } from 'vitest';
import type { FinansitFake } from '../../../../../drivers/accounting/testing/finansit.ts';
import { outboundRunner } from '../../../../../server/platform/outbound/outboundRunner.ts';
import {
  connectAccounting,
  startAccountingFake,
} from '../../../accounting/server/testing/accountingFake.ts';
import {
  errorSummary,
  useAllocationHarness,
} from '../../../allocations/server/testing/allocationHarness.ts';
import { buyerNumber } from '../../../allocations/server/testing/taxAuthorityHarness.ts';

const desk = useAllocationHarness();
let finansit: FinansitFake | undefined;
beforeEach(async () => {
  finansit ??= await startAccountingFake(desk.app);
  finansit.documents.clear();
  expect((await connectAccounting(desk.app, desk.office.shop.companyId, finansit)).status).toBe(
    200,
  );
});
afterAll(() => finansit?.stop());

const clerk = () => desk.office.shop.clerk;
const runExport = async () => {
  const { services, log } = await desk.system();
  await outboundRunner(services).round('accounting.document', log);
};
const exportedPayload = (documentId: string) =>
  JSON.parse(finansit?.documents.get(documentId)?.payload ?? 'null') as object | null;

it('a document waiting for the tax authority is exported to accounting once its number is assigned', async () => {
  const { paper } = await desk.issued();
  await runExport();
  expect(
    (await clerk().get<{ counts: object }>(`${desk.office.shop.run}/handOver`)).body.counts,
  ).toMatchObject({ none: 0, waiting: 0 });
  expect(
    errorSummary(await clerk().post(`${desk.office.shop.run}/documents/${paper.id}/handOver`)),
  ).toEqual([422, 2930, 'documentId']);
  expect(
    (
      await clerk().post<{ documents: number }>(`${desk.office.shop.run}/handOver`, {
        which: 'missing',
      })
    ).body.documents,
  ).toBe(0);
  expect(exportedPayload(paper.id)).toBeNull();
  await desk.look();
  await runExport();
  const { number } = await desk.read(paper);
  expect(number).toMatch(/^\d{9}$/);
  expect(exportedPayload(paper.id)).toMatchObject({
    documentNumber: paper.number,
    allocationNumber: number,
  });
});

it('a document abandoned after the tax authority rejected it is exported without a number', async () => {
  desk.authority.refusedBuyers.add(buyerNumber);
  const { paper } = await desk.issued();
  await desk.look();
  expect((await desk.read(paper)).state).toBe('refused');
  await runExport();
  expect(exportedPayload(paper.id)).toBeNull();
  expect((await clerk().post(`${desk.path(paper)}/decision`, { decision: 'cancel' })).status).toBe(
    200,
  );
  await desk.look();
  await runExport();
  expect(exportedPayload(paper.id)).toMatchObject({ documentNumber: paper.number });
  expect(exportedPayload(paper.id)).not.toHaveProperty('allocationNumber');
});
