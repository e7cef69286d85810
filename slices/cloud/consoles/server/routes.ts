import { routes } from '../../../../server/platform/http/routes.ts';
import { findDatacenter } from '../../datacenters/server/index.ts';
import { askingEngine, findServer } from '../../servers/server/index.ts';
import { consoleEndpoints } from '../contract.ts';
import { joinConsole } from './bridge/join.ts';
import { getConnect } from './connect.ts';
import { deleteHostKey } from './hostKeys.ts';
import { getRecording, listRecordings, sendContent } from './recording/read.ts';
import { issueTicket } from './tickets.ts';

export const consoleRoutes = routes(consoleEndpoints, {
  openConsole: (ctx, { params, body }) => issueTicket(ctx, params.serverId, body),
  console: async (ctx, { params, socket }) => {
    await joinConsole(ctx, params.ticket, socket);
    return undefined;
  },
  getScreenshot: async (ctx, { params, reply }) => {
    const server = await findServer(ctx, params.serverId);
    const { engine, name } = await findDatacenter(ctx, server.datacenterId);
    const screenshot =
      server.state === 'live' && server.power !== 'off'
        ? await askingEngine(name, () => ctx.services.engines.get(engine).screenshot(server.id))
        : null;
    return screenshot === null ? reply.code(204).send() : reply.type('image/png').send(screenshot);
  },
  getConnect: (ctx, { params }) => getConnect(ctx, params.serverId),
  forgetHostKey: (ctx, { params }) => deleteHostKey(ctx, params),
  listRecordings: (ctx, { params, query }) => listRecordings(ctx, params.serverId, query),
  getRecording: (ctx, { params }) => getRecording(ctx, params.recordingId),
  getRecordingContent: (ctx, { params, query, reply }) =>
    sendContent(ctx, params.recordingId, reply, query.download === 'true'),
});
