import { createServer } from 'node:net';

const hint = 'choose another port with CLOUDBERTH_PORT';
const problems: Record<string, string> = {
  EADDRINUSE: `another program already uses this port. Stop that program, or ${hint}`,
  EACCES: `this user isn't allowed to use this port. Ports below 1024 require root. Run as root, or ${hint}`,
  EADDRNOTAVAIL:
    "this machine doesn't have this IP address. Set CLOUDBERTH_HOST to one it has, such as 127.0.0.1 or 0.0.0.0",
};

interface ListenAddress {
  host: string;
  port: number;
}

/**
 * The error for an address or port on which the portal can't listen, with the reason and the
 * remedy.
 */
export function notListening({ host, port }: ListenAddress, error: unknown): Error {
  const { code, message } = error as NodeJS.ErrnoException;
  return new Error(
    `The portal can't listen on ${host}:${port}: ${problems[code ?? ''] ?? message}.`,
    { cause: error },
  );
}

/**
 * Throws the same error before anything is created, if the portal can't listen on this address and
 * port.
 */
export async function requirePort({ host, port }: ListenAddress): Promise<void> {
  const probe = createServer();
  await new Promise<void>((resolve, reject) => {
    probe.once('error', (error) => reject(notListening({ host, port }, error)));
    probe.listen(port, host, () => probe.close(() => resolve()));
  });
}
