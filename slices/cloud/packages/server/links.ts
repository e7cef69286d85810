import type { SignedInContext } from '../../../../server/platform/context.ts';
import { findDatacenter } from '../../datacenters/server/index.ts';
import { describeNics } from '../../networks/server/index.ts';
import type { Server } from '../../servers/server/index.ts';
import type { AppRow } from './app.ts';
import { wordsIn } from './values.ts';

const usualPorts: Record<string, number> = {
  http: 80,
  https: 443,
  ssh: 22,
  rdp: 3389,
  postgresql: 5432,
};

/** Where an application is reached: the addresses of its package, filled in. */
export async function linksOf(
  ctx: SignedInContext,
  server: Server,
  { manifest, parameters }: AppRow,
): Promise<{ title: string; url: string }[]> {
  if (manifest.links.length === 0) return [];
  const placeOf = await placesOf(ctx, server);
  return manifest.links.map(({ title, url }) => {
    const scheme = url.split(':')[0] ?? '';
    const filled = url
      .replace(/\{address:(\d+)\}/g, (_whole, port: string) =>
        placeOf(Number(port), usualPorts[scheme]),
      )
      .replace(/\{parameter:(\w+)\}/g, (_whole, name: string) =>
        encodeURIComponent(String(parameters[name] ?? '')),
      );
    return { title: wordsIn(title, ctx.language), url: filled };
  });
}

/**
 * A port of the guest as host and port: forwarded where the engine forwards, else at the server's
 * first address.
 */
async function placesOf(
  ctx: SignedInContext,
  server: Server,
): Promise<(port: number, usual: number | undefined) => string> {
  const { engine } = await findDatacenter(ctx, server.datacenterId);
  const seen = await ctx.services.engines
    .get(engine)
    .inspect(server.id)
    .catch(() => null);
  const forwards = (seen?.nics ?? []).flatMap((nic) => nic.forwards);
  const nics = await describeNics(ctx, [server.id]);
  const address = (nics.find(({ kind }) => kind === 'wan') ?? nics[0])?.address ?? server.hostname;
  return (port, usual) => {
    const forward = forwards.find(({ guestPort }) => guestPort === port);
    if (forward) return `${forward.host}:${forward.hostPort}`;
    return port === usual ? address : `${address}:${port}`;
  };
}
