import { connect, type Socket } from 'node:net';
import { userError } from '../../../../../contract/errors/errors.ts';
import type { Context } from '../../../../../server/platform/context.ts';
import { readSetting } from '../../../../../server/platform/settings/settings.ts';
import { guacdPort } from '../settings.ts';

const host = '127.0.0.1';
const answerTimeoutMs = 2_000;

/**
 * Connects to guacd, which translates RDP and VNC to drawing instructions. guacd runs on the
 * portal's machine, and the guest's port is forwarded to it as a port on 127.0.0.1. Throws
 * `guacdAway`, with installation instructions.
 */
export async function connectGuacd(ctx: Pick<Context, 'db' | 'site'>): Promise<Socket> {
  const port = await readSetting(ctx, guacdPort);
  const socket = connect({ host, port, noDelay: true });
  return await new Promise<Socket>((resolve, reject) => {
    const fail = () => {
      socket.destroy();
      reject(userError('guacdAway', { address: `${host}:${port}` }));
    };
    socket.setTimeout(answerTimeoutMs, fail);
    socket.once('error', fail);
    socket.once('connect', () => {
      socket.setTimeout(0);
      socket.off('error', fail);
      resolve(socket);
    });
  });
}

/** Throws `guacdAway`. */
export async function requireGuacd(ctx: Pick<Context, 'db' | 'site'>): Promise<void> {
  (await connectGuacd(ctx)).destroy();
}
