import { sql } from 'kysely';
import { FinansitFake } from '../../../../../drivers/accounting/testing/finansit.ts';
import { clock } from '../../../../../server/platform/clock.ts';
import type { TestApp } from '../../../../../server/testing/app.ts';
import type { Answer } from '../../../../../server/testing/client.ts';

/** Starts a simulated accounting service on this machine and adds it to the trusted origins. */
export async function startAccountingFake(app: TestApp): Promise<FinansitFake> {
  const finansit = new FinansitFake();
  finansit.now = () => clock.now();
  await finansit.start();
  const trusted = JSON.stringify([finansit.origin]);
  await sql`insert into setting (site_id, id, value) values (${app.siteId}, 'accounting.trustedOrigins', ${trusted}::jsonb)`.execute(
    app.portal.services.database.db,
  );
  return finansit;
}

/** Connects a company to the simulated service and returns the portal's response. */
export function connectAccounting(
  app: TestApp,
  companyId: string,
  finansit: FinansitFake,
  more: object = {},
): Promise<Answer<object>> {
  const { address, secret, signingSecret } = finansit;
  return app.root.put(`/companies/${companyId}/accounting`, {
    address,
    secret,
    signingSecret,
    isOn: true,
    ...more,
  });
}
