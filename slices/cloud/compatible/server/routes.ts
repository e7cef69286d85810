import { userError } from '../../../../contract/errors/errors.ts';
import type { SignedInContext } from '../../../../server/platform/context.ts';
import { routes } from '../../../../server/platform/http/routes.ts';
import { compatibleEndpoints } from '../contract.ts';
import { localize } from '../texts/localize.ts';
import { monthAsCsv, priceOfChange } from './billing.ts';
import { calculatorScript } from './calculator.ts';
import * as commands from './commands.ts';
import { cloneServer, createFromConsole, createServer } from './create.ts';
import { fullDescription } from './describe/description.ts';
import { type Call, readOnly, withChanges } from './describe/operations.ts';
import { findServers, requireServers, singleServer } from './describe/select.ts';
import { flagError, isYes, required } from './describe/values.ts';
import * as networks from './networks.ts';
import {
  datacenterConfiguration,
  listDatacenterImages,
  readImageOptions,
  readOptions,
} from './options.ts';
import * as present from './present.ts';
import { readCommand, readQueue } from './queue.ts';
import { cliSchema } from './schema/schema.ts';
import { describePlace, listedDatacenters } from './serverOptions.ts';
import {
  parseStatisticsFlags,
  readReport,
  readSeries,
  reportOfConsole,
  spanBetween,
} from './statistics.ts';

interface Choice {
  id: string;
  name: string;
}

/** Handles a call for the single selected server. */
const onOne = <T>(
  ctx: SignedInContext,
  choice: Choice,
  work: (call: Call, serverId: string) => Promise<T>,
): Promise<T> =>
  readOnly(ctx, async (call) => await work(call, (await singleServer(call, choice)).id));
const changeOne = <T>(
  ctx: SignedInContext,
  choice: Choice,
  work: (call: Call, serverId: string) => Promise<T>,
): Promise<T> =>
  withChanges(ctx, async (call) => await work(call, (await singleServer(call, choice)).id));

const power = (state: commands.PowerState) => (ctx: SignedInContext, input: { body: Choice }) =>
  withChanges(ctx, (call) => commands.powerServers(call, input.body, state));

const describeById = async (call: Call, serverId: string) =>
  present.describeServer(await present.readDetail(call, serverId), await present.loadLookups(call));

/** A response with the result as JSON text in `res`. */
const commandResult = (message: string, res: unknown) => ({ message, res: JSON.stringify(res) });

const hostOfCli = {
  cliListServers: (ctx: SignedInContext) => readOnly(ctx, present.listServers),
  cliReadServers: (
    ctx: SignedInContext,
    { body }: { body: Choice & { 'allow-no-servers': string } },
  ) =>
    readOnly(ctx, async (call) => {
      const servers = isYes(body['allow-no-servers'])
        ? await findServers(call, body)
        : await requireServers(call, body);
      const lookups = await present.loadLookups(call);
      const infos = [];
      for (const { id } of servers) {
        const detail = await present.readDetail(call, id);
        infos.push({
          ...present.describeServer(detail, lookups),
          ...(await present.pricesOf(call, detail)),
        });
      }
      return infos;
    }),
  cliPowerOn: power('on'),
  cliPowerOff: power('off'),
  cliReboot: power('reboot'),
  cliSuspend: power('suspended'),
  cliResume: power('resumed'),
};

export const compatibleRoutes = routes(compatibleEndpoints, {
  ...hostOfCli,
  cliReadOptions: (ctx, { query }) => readOnly(ctx, (call) => readOptions(call, query)),
  cliCreateServer: (ctx, { body }) => withChanges(ctx, (call) => createServer(call, body)),
  cliCloneServer: (ctx, { body }) => withChanges(ctx, (call) => cloneServer(call, body)),
  cliTerminate: (ctx, { body }) =>
    withChanges(ctx, (call) => commands.terminateServers(call, body, body)),
  cliSetPassword: (ctx, { body }) =>
    withChanges(ctx, (call) => commands.setPasswords(call, body, body.password)),
  cliRename: (ctx, { body }) =>
    changeOne(ctx, body, async (call, serverId) => [
      String(await commands.rename(call, serverId, required('new-name', body['new-name']))),
    ]),
  cliReadSsh: (ctx, { body }) =>
    onOne(ctx, body, async (call, serverId) => [
      present.sshOf(await present.readDetail(call, serverId)),
    ]),
  cliReadSshForKey: (ctx, { body }) =>
    onOne(ctx, body, async (call, serverId) => [
      present.sshOf(await present.readDetail(call, serverId)),
    ]),
  cliConfigure: (ctx, { body }) =>
    withChanges(ctx, async (call) => [String(await commands.configure(call, body, body))]),
  cliDisk: (ctx, { body, request }) =>
    changeOne(ctx, body, async (call, serverId) => {
      const answer = (commandId: number) =>
        diskCommand(commandId, { isForm: isForm(request), isById: body.id !== '' });
      if (body.add) return answer(await commands.addDisk(call, serverId, body.add));
      if (body.remove) return answer(await commands.removeDisk(call, serverId, body.remove));
      if (body.resize)
        return answer(
          await commands.growDisk(call, serverId, { index: body.resize, size: body.size }),
        );
      return await commands.listDisks(call, serverId);
    }),
  cliSnapshot: (ctx, { body }) =>
    changeOne(ctx, body, async (call, serverId) => {
      if (body.create) return await takeSnapshot(call, serverId, body.create);
      if (body.delete) return await deleteSnapshot(call, serverId, body.delete);
      if (body.revert) return await revertSnapshot(call, serverId, body.revert);
      return await present.listSnapshots(call, serverId);
    }),
  cliNetworkCards: (ctx, { body }) =>
    changeOne(ctx, body, async (call, serverId) => {
      if (body.add) return await commands.addNetworkInterface(call, serverId, body);
      if (body.connect) return await commands.connectNic(call, serverId, body.connect, true);
      if (body.disconnect) return await commands.connectNic(call, serverId, body.disconnect, false);
      return await present.listCards(call, serverId);
    }),
  cliTags: (ctx, { body }) =>
    changeOne(ctx, body, async (call, serverId) => {
      if (body.add) await commands.addTag(call, serverId, body.add);
      if (body.remove) await commands.removeTag(call, serverId, body.remove);
      return (await commands.tagsOf(call, serverId)).map((tagName) => ({ id: serverId, tagName }));
    }),
  cliDescription: (ctx, { body }) =>
    changeOne(ctx, body, async (call, serverId) => {
      if (body.set) await commands.describe(call, serverId, body.set);
      const server = await present.readDetail(call, serverId);
      return [{ id: server.id, name: server.name, description: fullDescription(server) }];
    }),
  cliLibraryDisks: (ctx, { body }) =>
    changeOne(ctx, body, async (call, serverId) =>
      body.clone
        ? await commands.copyDisk(call, serverId, body.clone, body['image-name'])
        : await commands.listLibraryDisks(call, serverId),
    ),
  cliHistory: (ctx, { body }) => onOne(ctx, body, present.listHistory),
  cliReport: (ctx, { body }) => onOne(ctx, body, readReport),
  cliStatistics: (ctx, { body }) =>
    onOne(ctx, body, async (call, serverId) => {
      const { metrics, span } = parseStatisticsFlags(body, ctx.clock.now());
      return await readSeries(call, serverId, metrics, span);
    }),
  cliListNetworks: (ctx, { query }) =>
    readOnly(ctx, (call) => networks.listNetworks(call, query.datacenter)),
  cliCreateNetwork: (ctx, { body }) =>
    withChanges(ctx, async (call) =>
      commandResult('Network created successfully', await networks.createNetwork(call, body)),
    ),
  cliDeleteNetwork: (ctx, { body }) =>
    withChanges(ctx, async (call) => {
      await networks.deleteNetwork(call, body.datacenter, body.id);
      return commandResult('Network deleted successfully', []);
    }),
  cliListSubnets: (ctx, { query }) =>
    readOnly(ctx, (call) => networks.listSubnets(call, query.datacenter, query.vlanId)),
  cliCreateSubnet: (ctx, { body }) =>
    withChanges(ctx, async (call) =>
      commandResult(
        'Subnet created successfully',
        await networks.createSubnet(call, body.datacenter, body.vlanId, body),
      ),
    ),
  cliChangeSubnet: (ctx, { body }) =>
    withChanges(ctx, async (call) =>
      commandResult(
        'Subnet updated successfully',
        await networks.updateSubnet(call, required('subnetId', body.subnetId), body),
      ),
    ),
  cliDeleteSubnet: (ctx, { body }) =>
    withChanges(ctx, async (call) => {
      await networks.deleteSubnet(call, required('subnetId', body.subnetId));
      return commandResult('Subnet deleted successfully', []);
    }),
  cliReadQueue: (ctx, { query }) =>
    readOnly(ctx, (call) => readQueue(call, query.id, isYes(query.log))),
  cliReadSchema: (ctx) => cliSchema(ctx.clock.now()),

  consoleReadServer: (ctx, { params }) =>
    readOnly(ctx, (call) => describeById(call, params.serverId)),
  consolePower: (ctx, { params, body }) =>
    withChanges(ctx, (call) => commands.powerServer(call, params.serverId, powerOf(body.power))),
  consoleTerminate: (ctx, { params, body }) =>
    withChanges(ctx, async (call) => {
      required('confirm', body.confirm);
      const server = await present.readDetail(call, params.serverId);
      return await commands.terminateServer(call, server, isYes(body.force));
    }),
  consoleSetPassword: (ctx, { params, body }) =>
    withChanges(ctx, (call) => commands.setPassword(call, params.serverId, body.password)),
  consoleRename: (ctx, { params, body }) =>
    withChanges(ctx, (call) => renameAs(call, params.serverId, body)),
  consoleSetCpu: (ctx, { params, body }) =>
    withChanges(ctx, (call) => commands.setCpu(call, params.serverId, body.cpu)),
  consoleSetRam: (ctx, { params, body }) =>
    withChanges(ctx, (call) => commands.setRam(call, params.serverId, body.ram)),
  consoleAddDisk: (ctx, { params, body }) =>
    withChanges(ctx, (call) => commands.addDisk(call, params.serverId, body.size)),
  consoleGrowDisk: (ctx, { params, body }) =>
    withChanges(ctx, (call) => commands.growDisk(call, params.serverId, body)),
  consoleRemoveDisk: (ctx, { params, body }) =>
    withChanges(ctx, async (call) => {
      required('confirm', body.confirm);
      return await commands.removeDisk(call, params.serverId, body.index);
    }),
  consoleListSnapshots: (ctx, { params }) =>
    readOnly(ctx, (call) => present.treeOfSnapshots(call, params.serverId)),
  consoleTakeSnapshot: (ctx, { params, body }) =>
    withChanges(ctx, (call) => takeSnapshot(call, params.serverId, body.name)),
  consoleRevertSnapshot: (ctx, { params, body }) =>
    withChanges(ctx, (call) => revertSnapshot(call, params.serverId, body.snapshotId)),
  consoleDeleteSnapshot: (ctx, { params, body }) =>
    withChanges(ctx, (call) => deleteSnapshot(call, params.serverId, body.snapshotId)),
  consoleListLibraryDisks: (ctx, { params }) =>
    readOnly(ctx, (call) => commands.listLibraryDisks(call, params.serverId)),
  consoleCopyDisk: (ctx, { params, body }) =>
    withChanges(ctx, (call) =>
      commands.copyDisk(
        call,
        params.serverId,
        required('uuid', body.uuid || body.disk_src_0),
        body.name || body.disk_name_0,
      ),
    ),
  consoleReadQueued: (ctx, { params }) => readOnly(ctx, (call) => readCommand(call, params.cmdId)),
  consoleReadOverview: (ctx, { params }) =>
    readOnly(ctx, async (call) => {
      const detail = await present.readDetail(call, params.serverId);
      return {
        ...present.describeServer(detail, await present.loadLookups(call)),
        description: fullDescription(detail),
      };
    }),
  consoleReadDescription: (ctx, { params }) =>
    readOnly(ctx, async (call) => ({
      description: fullDescription(await present.readDetail(call, params.serverId)),
    })),
  consoleSetDescription: (ctx, { params, body }) =>
    withChanges(ctx, async (call) => ({
      description: await commands.describe(call, params.serverId, body.description),
    })),
  consoleRenameAt: (ctx, { params, body }) =>
    withChanges(ctx, (call) => renameAs(call, params.serverId, body)),
  consoleListCards: (ctx, { params }) =>
    readOnly(ctx, async (call) => ({ nics: await present.listCards(call, params.serverId) })),
  consoleAddCard: (ctx, { params, body }) =>
    withChanges(ctx, async (call) => ({
      cmdId: await commands.addNetworkInterface(call, params.serverId, {
        add: required('network', body.network),
        ip: body.ip,
        subnet: '',
        bits: '',
      }),
    })),
  consoleReadHistory: (ctx, { params }) =>
    readOnly(ctx, (call) => present.listHistory(call, params.serverId)),
  consoleReadReports: (ctx, { params }) =>
    readOnly(ctx, async (call) => ({ report: await reportOfConsole(call, params.serverId) })),
  consoleReadStatistics: (ctx, { params, query }) =>
    readOnly(ctx, async (call) => {
      const span = spanBetween(query.dtFrom, query.dtTo);
      const [series = []] = await readSeries(call, params.serverId, [query.category], span);
      return [...series, { series: 'interval', data: 1 }];
    }),
  consoleReadConfiguration: (ctx, { params }) =>
    readOnly(ctx, async (call) => {
      const { cpu, ram, diskSizes, billing, traffic, backup, managed } = await describeById(
        call,
        params.serverId,
      );
      return { cpu, ram, diskSizes, billing, traffic, backup, managed };
    }),
  consoleChangeConfiguration: (ctx, { params, body }) =>
    withChanges(ctx, async (call) => {
      const { billing, traffic, backup, managed } = body;
      if (![billing, traffic, backup, managed].some(Boolean)) throw userError('compatibleFlagNone');
      const flags = {
        billingcycle: billing,
        billingCycle: '',
        monthlypackage: traffic,
        dailybackup: backup,
        managed,
      };
      return await commands.setBilling(call, params.serverId, flags);
    }),
  consoleSuspend: (ctx, { params }) =>
    withChanges(ctx, (call) => commands.powerServer(call, params.serverId, 'suspended')),
  consoleResume: (ctx, { params }) =>
    withChanges(ctx, (call) => commands.powerServer(call, params.serverId, 'resumed')),
  consoleReadPrice: (ctx, { params, query }) =>
    readOnly(ctx, (call) => priceOfChange(call, params.serverId, query)),
  consoleListServerTags: (ctx, { params }) =>
    readOnly(ctx, (call) => commands.tagsOf(call, params.serverId)),
  consoleRemoveTag: (ctx, { params }) =>
    withChanges(ctx, (call) => commands.removeTag(call, params.serverId, params.tag)),
  consoleListTags: (ctx) => readOnly(ctx, commands.allTags),
  consoleAddTag: (ctx, { body }) =>
    withChanges(ctx, (call) =>
      commands.addTag(call, body.objectId, required('tagName', body.tagName)),
    ),

  consoleListImages: (ctx, { params }) =>
    readOnly(ctx, (call) => listDatacenterImages(call, params.datacenter)),
  consoleReadImage: (ctx, { params }) =>
    readOnly(ctx, (call) => readImageOptions(call, params.imageId)),
  consoleReadBilling: async (ctx, { params, reply }) => {
    const csv = await readOnly(ctx, (call) => monthAsCsv(call, params.year, params.month));
    return reply.type('text/csv; charset=utf-8').send(csv);
  },
  consoleCreateServers: (ctx, { body }) =>
    withChanges(ctx, (call) => createFromConsole(call, body)),
  consoleReadDatacenters: (ctx) =>
    readOnly(ctx, async (call) => (await listedDatacenters(call)).map(describePlace)),
  consoleReadDatacenter: (ctx, { params }) =>
    readOnly(ctx, (call) => datacenterConfiguration(call, params.datacenter)),
  consoleReadByPath: (ctx, { query }) =>
    readOnly(ctx, async (call) => {
      const [, code] =
        /^\/?serverCreate\/datacenterConfiguration\/([^/?]+)$/.exec(query.path) ?? [];
      if (!code) throw userError('compatiblePathUnknown', { given: query.path });
      return await datacenterConfiguration(call, code);
    }),
  consoleReadCopy: (ctx, { query }) =>
    readOnly(ctx, (call) => present.copyOptions(call, query.sourceServerId)),
  consoleListNetworks: (ctx, { params, query }) =>
    readOnly(ctx, (call) => networks.pageOfNetworks(call, params.datacenter, query)),
  consoleReadNewNetwork: (ctx, { params }) =>
    readOnly(ctx, (call) => networks.suggestNetwork(call, params.datacenter)),
  consoleCreateNetwork: (ctx, { params, body }) =>
    withChanges(ctx, (call) => networks.createNetwork(call, { ...body, ...params })),
  consoleDeleteNetwork: (ctx, { params }) =>
    withChanges(ctx, async (call) => {
      await networks.deleteNetwork(call, params.datacenter, params.networkId);
      return {};
    }),
  consoleCreateSubnet: (ctx, { params, body }) =>
    withChanges(ctx, (call) =>
      networks.createSubnet(call, params.datacenter, params.networkId, body),
    ),
  consoleListSubnets: (ctx, { query }) =>
    readOnly(ctx, (call) => networks.pageOfSubnets(call, query)),
  consoleChangeSubnet: (ctx, { params, body }) =>
    withChanges(ctx, (call) => networks.updateSubnet(call, params.subnetNumber, body)),
  consoleDeleteSubnet: (ctx, { params }) =>
    withChanges(ctx, async (call) => {
      await networks.deleteSubnet(call, params.subnetNumber);
      return {};
    }),
  consoleListAddresses: (ctx, { query }) =>
    readOnly(ctx, (call) => networks.listAddresses(call, query.subnetId)),
  getCalculator: async (ctx, { reply }) =>
    reply
      .type('application/javascript; charset=utf-8')
      .header('cross-origin-resource-policy', 'cross-origin')
      .send(await calculatorScript(ctx)),
});

const isForm = ({ headers }: { headers: { 'content-type'?: string | undefined } }): boolean =>
  (headers['content-type'] ?? '').startsWith('application/x-www-form-urlencoded');

/**
 * Terraform sends JSON with the server's ID and expects a list (0.8.9 crashes on a number). The
 * command line, which sends a form, and the toolbox, which sends the server's name, expect a bare
 * number.
 */
const diskCommand = (
  commandId: number,
  request: { isForm: boolean; isById: boolean },
): number | string[] => (request.isForm || !request.isById ? commandId : [String(commandId)]);

const snapshotAt = (flag: string, idOrName: string) => {
  if (/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(idOrName)) return idOrName;
  throw flagError(flag, idOrName, localize('routes.snapshotAt.snapshotIdRequired'));
};

async function takeSnapshot({ portal }: Call, serverId: string, name: string): Promise<number> {
  return (await portal('createSnapshot', { params: { serverId }, body: name ? { name } : {} }))
    .cmdId;
}

async function deleteSnapshot(
  { portal }: Call,
  serverId: string,
  idOrName: string,
): Promise<number> {
  const snapshotId = snapshotAt('delete', idOrName);
  return (await portal('deleteSnapshot', { params: { serverId, snapshotId } })).cmdId;
}

async function revertSnapshot({ portal }: Call, serverId: string, given: string): Promise<number> {
  const snapshotId = snapshotAt('revert', given);
  return (await portal('revertSnapshot', { params: { serverId, snapshotId } })).cmdId;
}

const renameAs = (
  call: Call,
  serverId: string,
  body: { name: string; 'new-name': string },
): Promise<number> =>
  commands.rename(call, serverId, required('name', body.name || body['new-name']));

/** The power commands of the console host: on, off and restart. */
function powerOf(input: string): commands.PowerState {
  if (input === 'on' || input === 'off') return input;
  if (input === 'restart' || input === 'reboot') return 'reboot';
  throw flagError('power', input, localize('routes.powerOf.useOffRestart'));
}
