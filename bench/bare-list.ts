import fastify from 'fastify';
import pg from 'pg';
import type { Statement } from '../server/testing/recordStatements.ts';

pg.types.setTypeParser(pg.types.builtins.INT8, Number);

process.once('message', async ({ url, statements }: { url: string; statements: Statement[] }) => {
  const pool = new pg.Pool({ connectionString: url, max: 12 });
  const queries = statements.map(({ values, ...statement }) => ({
    ...statement,
    values: values.map((value) => (value !== null && typeof value === 'object' && 'hex' in value ? Buffer.from(value.hex, 'hex') : value)),
  }));
  const [session, ...list] = queries;
  const app = fastify();
  app.get('/', async () => {
    await pool.query(session as pg.QueryConfig);
    const results = await Promise.all(list.map((query) => pool.query(query)));
    return { items: results.map((result) => result.rows) };
  });
  process.send?.(await app.listen({ host: '127.0.0.1', port: 0 }));
});
