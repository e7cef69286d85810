import fastify from 'fastify';
import pg from 'pg';
import type { BaselineQuery } from './baseline.ts';

/**
 * Responds to each path with a page and its total, using the given SQL, on a bare HTTP server.
 * `startBare` runs it as a child process. It is sent the database URL and the queries, and responds
 * with its own address.
 */
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

process.once('message', async ({ url, queries }: { url: string; queries: BaselineQuery[] }) => {
  const pool = new pg.Pool({ connectionString: url, max: 4 });
  const app = fastify();
  for (const [index, { page, total }] of queries.entries())
    app.get(`/${index}`, async () => {
      const [found, countResult] = await Promise.all([
        pool.query({ name: `page-${index}`, text: page }),
        pool.query({ name: `total-${index}`, text: total }),
      ]);
      return { items: found.rows, total: countResult.rows[0].count };
    });
  process.send?.(await app.listen({ host: '127.0.0.1', port: 0 }));
});
