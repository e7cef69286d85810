import type { SignedInContext } from '../../../../server/platform/context.ts';
import { findDatacenter } from '../../datacenters/server/index.ts';
import { describeNics } from '../../networks/server/index.ts';
import type { Server } from '../../servers/server/index.ts';
import type { AppRow } from './app.ts';
import { textIn } from './values.ts';

const defaultPorts: Record<string, number> = {
  http: 80,
  https: 443,
  ssh: 22,
  rdp: 3389,
  postgresql: 5432,
};

/** Returns the links of the package with their placeholders replaced. */
export async function linksOf(
  ctx: SignedInContext,
  server: Server,
  { manifest, parameters }: AppRow,
): Promise<{ title: string; url: string }[]> {
  if (manifest.links.length === 0) return [];
  const locationOf = await locationsOf(ctx, server);
  return manifest.links.map(({ title, url }) => {
    const scheme = url.split(':')[0] ?? '';
    const resolvedUrl = url
      .replace(/\{address:(\d+)\}/g, (_whole, port: string) =>
        locationOf(Number(port), defaultPorts[scheme]),
      )
      .replace(/\{parameter:(\w+)\}/g, (_whole, name: string) =>
        encodeURIComponent(String(parameters[name] ?? '')),
      );
    return { title: textIn(title, ctx.language), url: resolvedUrl };
  });
}

/**
 * Resolves a guest port to host and port: the forwarded one if the engine forwards it, otherwise
 * the server's first address.
 */
async function locationsOf(
  ctx: SignedInContext,
  server: Server,
): Promise<(port: number, defaultPort: number | undefined) => string> {
  const { engine } = await findDatacenter(ctx, server.datacenterId);
  const engineServer = await ctx.services.engines
    .get(engine)
    .inspect(server.id)
    .catch(() => null);
  const forwards = (engineServer?.nics ?? []).flatMap((nic) => nic.forwards);
  const nics = await describeNics(ctx, [server.id]);
  const address = (nics.find(({ kind }) => kind === 'wan') ?? nics[0])?.address ?? server.hostname;
  return (port, defaultPort) => {
    const forward = forwards.find(({ guestPort }) => guestPort === port);
    if (forward) return `${forward.host}:${forward.hostPort}`;
    return port === defaultPort ? address : `${address}:${port}`;
  };
}
