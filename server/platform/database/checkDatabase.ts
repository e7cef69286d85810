import pg from 'pg';

const timeoutMs = 10_000;

/**
 * Returns whether the portal's database was ever initialized at this address. Throws a readable
 * error that names DATABASE_URL and the problem if the address is invalid, the server doesn't
 * respond, or it rejects the connection.
 */
export async function checkDatabase(url: string): Promise<{ isPrepared: boolean }> {
  // The text could be part of a password, so it is shown only if it is a valid address.
  if (!/^(postgres(ql)?|socket):|^\//.test(url))
    throw new Error(
      `DATABASE_URL must be the address of a PostgreSQL, such as postgresql://user:password@127.0.0.1:5432/cloudberth${
        /[@:]/.test(url) ? '' : `, not ${url}`
      }.`,
    );
  const client = clientFor(url);
  // Later errors don't affect the result.
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ isPrepared: boolean }>(
      `select to_regclass('user_account') is not null as "isPrepared"`,
    );
    return { isPrepared: rows[0]?.isPrepared ?? false };
  } catch (error) {
    throw new Error(`DATABASE_URL: ${connectionErrorText(error, client)}`, { cause: error });
  } finally {
    await client.end().catch(() => undefined);
  }
}

function clientFor(url: string): pg.Client {
  try {
    return new pg.Client({
      connectionString: url,
      connectionTimeoutMillis: timeoutMs,
      application_name: 'cloudberth start',
    });
  } catch (error) {
    throw new Error(
      'DATABASE_URL is no address that can be read. Signs such as @ : / in a password are written %40 %3A %2F.',
      {
        cause: error,
      },
    );
  }
}

function connectionErrorText(error: unknown, { host, port, user, database }: pg.Client): string {
  const { code, message } = error as { code?: string; message: string };
  const address = host.startsWith('/') ? `the socket in ${host}` : `${host}:${port}`;
  switch (code) {
    case 'ECONNREFUSED':
      return `no PostgreSQL answers at ${address}. Start it, or correct the address.`;
    case 'ENOENT':
      return `there is no PostgreSQL at ${address}. Start it, or correct the address.`;
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `no host is found under the name ${host}. Correct the address, or see to the name server.`;
    case 'ETIMEDOUT':
    case 'EHOSTUNREACH':
      return `${address} cannot be reached. See to the network, or correct the address.`;
    case '28P01':
    case '28000':
      return `the PostgreSQL at ${address} does not let the user ${user} in (${message}). Correct user and password.`;
    case '3D000':
      return `the PostgreSQL at ${address} has no database ${database}. Make it: createdb ${database}`;
    default:
      return /timeout expired/.test(message)
        ? `${address} does not answer within ${timeoutMs / 1000} s. See to the network, or correct the address.`
        : `the PostgreSQL at ${address} cannot be used: ${message}`;
  }
}
