import type { FastifyRequest } from 'fastify';
import type { Endpoint } from '../../../../contract/endpoint.ts';
import { contract } from '../../../../contract/index.ts';
import type { Context } from '../../../../server/platform/context.ts';
import { routes } from '../../../../server/platform/http/routes.ts';
import { version } from '../../../../server/platform/version.ts';
import { docsEndpoints } from '../contract.ts';
import { commandTable } from './commandTable.ts';
import { npmPackage } from './npmPackage.ts';
import { getOperation, listOperations } from './operations.ts';

/**
 * The file name of the program. It isn't named after a portal, because one installation can have
 * several.
 */
const programName = 'cloud';

/** Returns the program with the URL it was downloaded from. */
async function programWithUrl(ctx: Context, request: FastifyRequest): Promise<string> {
  const isSecure =
    ctx.services.config.publicUrl?.startsWith('https:') ?? request.protocol === 'https';
  const url = `${isSecure ? 'https' : 'http'}://${request.host}`;
  return await ctx.services.documents.cli({
    name: programName,
    url,
    version,
    commands: commandTable(contract as Record<string, Endpoint>),
  });
}

export const docsRoutes = routes(docsEndpoints, {
  listOperations: (ctx) => listOperations(ctx),
  getOperation: (ctx, { params }) => getOperation(ctx, params.operation),
  downloadOpenApi: (ctx, { reply }) =>
    reply
      .type('application/json; charset=utf-8')
      .header('content-disposition', 'attachment; filename="openapi.json"')
      .send(JSON.stringify(ctx.services.documents.openApi(ctx.site.systemName), null, 1)),
  downloadCli: async (ctx, { request, reply }) =>
    reply
      .type('text/javascript; charset=utf-8')
      .header('content-disposition', `attachment; filename="${programName}.mjs"`)
      .send(await programWithUrl(ctx, request)),
  downloadCliPackage: async (ctx, { request, reply }) =>
    reply
      .type('application/gzip')
      .header('content-disposition', `attachment; filename="${programName}.tgz"`)
      .send(npmPackage(programName, version, await programWithUrl(ctx, request))),
});
