import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Role } from '../../../contract/access/roles.ts';
import { createServer } from '../../../e2e/createServer.ts';
import { fillPortal } from '../../../e2e/fillPortal.ts';
import { type Harness, openHarness, withVisitor } from '../../../e2e/harness.ts';
import { screenPaths, withoutRepeats } from '../../../e2e/screens.ts';
import { openPath, openScreen, signInVisitor } from '../../../e2e/steps.ts';
import type { TestClient } from '../../../server/testing/client.ts';

/**
 * Texts that run a script if they are inserted as markup, a URL, a style or a script. Each is short
 * enough for any name field.
 */
const payloads = [
  '"><img src=x onerror="window.hasRun=1">',
  "'><svg onload=window.hasRun=1>",
  '</script><script>window.hasRun=1</script>',
  '</textarea><iframe srcdoc="<script>parent.hasRun=1</script>">',
  'javascript:window.hasRun=1//',
  '<a href="javascript:window.hasRun=1" autofocus onfocus=window.hasRun=1>x</a>',
  `{{constructor.constructor("window.hasRun=1")()}}\${window.hasRun=1}`,
  '<style>@import "javascript:window.hasRun=1"</style><base href=//evil.example>',
  '<xmp><img src=x onerror=window.hasRun=1></xmp>',
  '<math><mtext></form><form><mglyph><style></math><img src onerror=window.hasRun=1>',
  '<input onfocus=window.hasRun=1 autofocus><details open ontoggle=window.hasRun=1>',
];

/** Columns with user input or external text. */
const freeText =
  /^(name|title|description|subject|body|reason|problem|user_agent|first_name|last_name|system_name|copyright|terms|.*_reason|text|message|page|entry|region|mail_sender|html|display_name|email|label|note|summary)$/;

let harness: Harness;
const clients: Partial<Record<Role, TestClient>> = {};
beforeAll(async () => {
  harness = await openHarness();
  const { app } = harness;
  clients.root = app.root;
  clients.siteAdmin = await app.signInAs('siteAdmin');
  clients.billingAdmin = await app.signInAs('billingAdmin');
  clients.user = await app.signInAs('user');
  await createServer(clients.user);
  await fillPortal(app.root);
});
afterAll(() => harness?.close());

/**
 * Appends the texts to every free-text column of every row. Returns the columns that accepted them.
 */
async function injectTexts(): Promise<string[]> {
  const { pool } = harness.app.portal.services.database;
  const { rows: columns } = await pool.query<{ table: string; column: string; type: string }>(`
    select c.table_name as table, c.column_name as column, c.data_type as type from information_schema.columns c
    join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.is_generated = 'NEVER' and c.data_type = 'text'
    order by 1, 2`);
  const poisoned: string[] = [];
  for (const [index, { table, column }] of columns
    .filter((entry) => freeText.test(entry.column))
    .entries()) {
    // Values that a column rejects (by a check, a foreign key, an append-only log) can't be stored
    // by attackers either. Some texts are too long for shorter columns, so all are tried.
    const rotated = [
      ...payloads.slice(index % payloads.length),
      ...payloads.slice(0, index % payloads.length),
    ];
    for (const payload of rotated) {
      const done = await pool
        .query(
          `update "${table}" set "${column}" = "${column}" || $1 where "${column}" is not null`,
          [payload],
        )
        .then(
          ({ rowCount }) => (rowCount ?? 0) > 0,
          () => false,
        );
      if (!done) continue;
      poisoned.push(`${table}.${column}`);
      break;
    }
  }
  harness.app.portal.sites.forget();
  return poisoned;
}

describe('texts containing scripts', () => {
  let poisoned: string[] = [];
  beforeAll(async () => {
    poisoned = await injectTexts();
  });

  it('are accepted by many columns', () => {
    expect(poisoned).toEqual(
      expect.arrayContaining([
        'site.system_name',
        'user_account.first_name',
        'server.name',
        'session.user_agent',
      ]),
    );
    expect(poisoned.length).toBeGreaterThan(12);
  });

  it.each(['root', 'siteAdmin', 'billingAdmin', 'user'] as const)(
    'aren’t run or attempted on any screen of a %s',
    async (role) => {
      const client = clients[role] as TestClient;
      const paths = withoutRepeats(await screenPaths(client));
      await withVisitor(harness, {}, async (visitor) => {
        visitor.expectComplaint(/status of 4\d\d/);
        // A site's own page is HTML by design. It's in a sandboxed frame where no scripts run, and
        // the browser reports the blocked scripts.
        visitor.expectComplaint(/\/svc\/sites\/page\//);
        await signInVisitor(visitor, client);
        const open = role === 'user' ? openScreen : openPath;
        for (const path of paths) {
          await open(visitor, path);
          expect(
            await visitor.page.evaluate(() => (window as { hasRun?: number }).hasRun),
            path,
          ).toBeUndefined();
        }
      });
    },
    120_000,
  );
});
