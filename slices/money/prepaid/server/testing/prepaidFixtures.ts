import { randomUUID } from 'node:crypto';
import { expect, vi } from 'vitest';
import type { TestApp } from '../../../../../server/testing/app.ts';
import type { Answer, TestClient } from '../../../../../server/testing/client.ts';
import {
  disableBillingProfileRequirement,
  type TestCompany,
} from '../../../ledger/server/testing/testCompany.ts';

export interface Prepaid {
  balance: string;
  credit: string;
  used: string;
  left: string;
  state: string;
}

/** Creates a customer who pays by deposit, with this amount paid in. */
export async function setUpPrepaid(
  app: TestApp,
  company: TestCompany,
  amount: string | null,
): Promise<TestClient & { path: string }> {
  const client = await app.signInAs('user');
  const path = `/billingManage/${company.companyId}/${client.userId}`;
  await disableBillingProfileRequirement(company, client);
  expect((await company.clerk.put(`${path}/paymentType`, { paymentType: 'Deposit' })).status).toBe(
    200,
  );
  const customer = Object.assign(client, { path });
  if (amount !== null) await addFunds(company, customer, amount);
  return customer;
}

export async function addFunds(
  { clerk }: TestCompany,
  { path }: { path: string },
  amount: string,
): Promise<void> {
  const answer = await clerk.post(`${path}/payments`, {
    key: randomUUID(),
    amount,
    currency: 'USD',
    reason: 'A transfer',
  });
  expect(answer.status, answer.text).toBe(200);
}

export async function charge(
  { clerk }: TestCompany,
  { path }: { path: string },
  amount: string,
): Promise<void> {
  const answer = await clerk.post(`${path}/charges`, {
    key: randomUUID(),
    amount,
    currency: 'USD',
    reason: 'A charge',
    mayOwe: true,
  });
  expect(answer.status, answer.text).toBe(200);
}

export const prepaidOf = async (client: TestClient): Promise<Prepaid | null> =>
  (await client.get<{ prepaid: Prepaid | null }>('/billing/prepaid')).body.prepaid;

interface Choice {
  datacenterId: string;
  images: { id: string }[];
}
export const optionsOf = async (client: TestClient): Promise<Choice> =>
  (await client.get<Choice>('/servers/create/options')).body;

/** Orders a small server, hourly by default. */
export async function order(client: TestClient, more: object = {}, choice?: Choice) {
  const options = choice ?? (await optionsOf(client));
  return await client.post<{ cmdId: number; servers: { id: string }[] }>('/servers', {
    ...{
      name: `ahead-${randomUUID().slice(0, 8)}`,
      datacenterId: options.datacenterId,
      imageId: options.images[0]?.id,
    },
    ...{
      cpuType: 'B',
      cores: 1,
      ramMb: 1024,
      disks: [{ sizeGb: 20 }],
      nics: [{ networkId: 'auto' }],
    },
    ...{ billingMode: 'hourly', password: 'Server_Password_1', ...more },
  });
}

export async function waitForTask(client: TestClient, cmdId: number | undefined): Promise<void> {
  const exitCode = async () =>
    (await client.get<{ exitCode: number | null }>(`/queue/command/${cmdId}`)).body.exitCode;
  await vi.waitFor(async () => expect(await exitCode()).toBe(0), { timeout: 30_000, interval: 50 });
}

export const errorSummary = ({ status, body }: Answer<object>) => [
  status,
  (body as { code?: number[] }).code?.[0],
];
/** The text of an error. */
export const info = ({ body }: Answer<object>): string =>
  (body as { errors?: { info: string }[] }).errors?.[0]?.info ?? '';
