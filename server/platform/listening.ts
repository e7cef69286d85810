import { createServer } from 'node:net';

const another = 'choose another port with CLOUDBERTH_PORT';
const problems: Record<string, string> = {
  EADDRINUSE: `another program already does. Stop that program, or ${another}`,
  EACCES: `this user may not use this port. Use one above 1023: ${another}`,
  EADDRNOTAVAIL: 'this machine does not have this address. Set CLOUDBERTH_HOST to one it has, such as 127.0.0.1 or 0.0.0.0',
};

interface Place {
  host: string;
  port: number;
}

/** Says which port cannot be listened on, why, and what to do. */
export function notListening({ host, port }: Place, error: unknown): Error {
  const { code, message } = error as NodeJS.ErrnoException;
  return new Error(`The portal cannot listen on ${host}:${port}: ${problems[code ?? ''] ?? message}.`, { cause: error });
}

/** Throws the same while it can still be told before anything is made. */
export async function demandPort({ host, port }: Place): Promise<void> {
  const probe = createServer();
  await new Promise<void>((resolve, reject) => {
    probe.once('error', (error) => reject(notListening({ host, port }, error)));
    probe.listen(port, host, () => probe.close(() => resolve()));
  });
}
