import { createHash } from 'node:crypto';
import fastify from 'fastify';
import pg from 'pg';
import type { Caller } from './fleet.ts';

/**
 * The baseline for the product: the session, the page and the total with minimal handwritten SQL,
 * on a bare HTTP server. Runs as a child process that is sent the database URL and responds with
 * its own address.
 */
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

const session = `
  select s.user_id, u.site_id from session s join user_account u on u.id = s.user_id join site on site.id = u.site_id
  where s.id_hash = $1 and s.ended_at is null and s.expires_at > now() and u.is_enabled and u.deleted_at is null and site.status <> 'suspended'`;

/** `$1` is the caller's ID, `$2` the caller's site. */
const visibilityFilter: Record<Caller, string> = {
  customer: 'server.owner_id = $1',
  parent:
    'server.owner_id = any(array(select id from user_account where id = $1 or parent_id = $1))',
  member: `(server.owner_id = $1 or server.id = any(array(
    select r.object_id from user_group_member m join user_group_right r using (group_id) where m.user_id = $1 and r.object_type = 'ot.server')))`,
  reseller: 'server.site_id = $2',
  root: 'true',
};

const page = (condition: string) => `
  select server.id, server.name, server.state, server.power, server.problem, server.image_id, server.image_name, server.cpu_type, server.cores,
    server.ram_mb, (select sum(size_gb)::integer from server_disk disk where disk.server_id = server.id) as disk_gb, server.ips,
    runtime.cpu_percent, runtime.memory_used_mb, server.created_at, owner.email as owner, server.billing_mode, server.tags, server.description,
    server.locked_at, server.lock_reason
  from server join server_runtime runtime on runtime.server_id = server.id join user_account owner on owner.id = server.owner_id
  where server.state <> 'bin' and ${condition} order by server.name_key, server.id limit 26`;

const total = (condition: string) =>
  `select count(*) as count from (select from server where state <> 'bin' and ${condition} limit 100001) counted`;

process.once('message', async ({ url }: { url: string }) => {
  const pool = new pg.Pool({ connectionString: url, max: 12 });
  const app = fastify();
  for (const [caller, condition] of Object.entries(visibilityFilter)) {
    // Every parameter has to be used, or the database doesn't know its type.
    const typedCondition = `($1::uuid is not null and $2::uuid is not null and ${condition})`;
    app.get(`/${caller}`, async ({ headers }, reply) => {
      const value = (headers.cookie ?? '').replace('cloudberth_session=', '');
      const { rows } = await pool.query({
        name: 'session',
        text: session,
        values: [createHash('sha256').update(value).digest()],
      });
      if (!rows[0]) return reply.code(401).send();
      const values = [rows[0].user_id, rows[0].site_id];
      const [found, countResult] = await Promise.all([
        pool.query({ name: `page-${caller}`, text: page(typedCondition), values }),
        pool.query({ name: `total-${caller}`, text: total(typedCondition), values }),
      ]);
      return { items: found.rows, total: countResult.rows[0].count };
    });
  }
  app.get('/row', async ({ headers }, reply) => {
    const value = (headers.cookie ?? '').replace('cloudberth_session=', '');
    const { rows } = await pool.query({
      name: 'session',
      text: session,
      values: [createHash('sha256').update(value).digest()],
    });
    if (!rows[0]) return reply.code(401).send();
    const one = await pool.query({
      name: 'row',
      text: 'select * from user_account where id = $1',
      values: [rows[0].user_id],
    });
    return { email: one.rows[0].email, role: one.rows[0].role, language: one.rows[0].language };
  });
  process.send?.(await app.listen({ host: '127.0.0.1', port: 0 }));
});
