import { randomUUID } from 'node:crypto';
import type { Answer, TestClient } from '../../testing/client.ts';

export type Handle = { cmdId: number };
type Detail = { datacenterId: string; disks: { id: string }[]; nics: { id: string }[] };

type CommandAnswer = Answer<Handle>;
/** Runs a worker's periodic job immediately. */
export type RunJob = (job: string) => Promise<void>;

/**
 * Describes how a task of a type is started, with a subject in the required state. By default, the
 * subject is a stopped server.
 */
export interface KillScenario {
  /** Prefix of the server name, for actions that the simulated engine fails by name. */
  namePrefix?: string;
  /** Creates a subject other than a server and returns its ID. */
  make?(client: TestClient): Promise<string>;
  /** Additional input for creating the server. */
  withServer?(client: TestClient): Promise<object>;
  /** Calls that prepare the subject, each awaited. Null if the call has already been awaited. */
  prepare?: ((client: TestClient, id: string, runJob: RunJob) => Promise<CommandAnswer | null>)[];
  /** The call that starts the task during which the worker is killed. */
  start(client: TestClient, id: string): Promise<CommandAnswer>;
  /** The periodic job that starts the task when it is due. */
  job?: string;
}

export const power = (state: string) => (client: TestClient, serverId: string) =>
  client.put<Handle>(`/servers/${serverId}/power`, { state, force: true });
const terminate = (client: TestClient, serverId: string) =>
  client.delete<Handle>(`/servers/${serverId}`);
const takeSnapshot = (client: TestClient, serverId: string) =>
  client.post<Handle>(`/servers/${serverId}/snapshots`, { name: 'before' });
const addDisk = (client: TestClient, serverId: string) =>
  client.post<Handle>(`/servers/${serverId}/disks`, { sizeGb: 10 });
const addNic = (client: TestClient, serverId: string) =>
  client.post<Handle>(`/servers/${serverId}/nics`, { networkId: 'auto' });
const detailOf = async (client: TestClient, serverId: string) =>
  (await client.get<Detail>(`/servers/${serverId}`)).body;
const firstSnapshot = async (client: TestClient, serverId: string) =>
  (await client.get<{ items: { id: string }[] }>(`/servers/${serverId}/snapshots`)).body.items[0]
    ?.id ?? '';

const backUp = async (client: TestClient, serverId: string) => {
  await client.put(`/servers/${serverId}/backup`, { isOn: true });
  return await client.post<Handle>(`/servers/${serverId}/backups`);
};
const firstBackup = async (client: TestClient, serverId: string) =>
  (await client.get<{ items: { id: string }[] }>(`/backups?server=${serverId}`)).body.items[0]
    ?.id ?? '';

/** All task types for servers and backups, with the call that starts each. */
export const serverScenarios: Record<string, KillScenario> = {
  'server.start': { start: power('on') },
  'server.stop': { prepare: [power('on')], start: power('off') },
  'server.reboot': { prepare: [power('on')], start: power('reboot') },
  'server.suspend': { prepare: [power('on')], start: power('suspended') },
  'server.resume': { prepare: [power('on'), power('suspended')], start: power('resumed') },
  'server.resize': {
    start: (client, serverId) =>
      client.put(`/servers/${serverId}/size`, { cpuType: 'B', cores: 2, ramMb: 2048 }),
  },
  'server.addDisk': { start: addDisk },
  'server.growDisk': {
    start: async (client, serverId) =>
      client.put(`/servers/${serverId}/disks/${(await detailOf(client, serverId)).disks[0]?.id}`, {
        sizeGb: 40,
      }),
  },
  'server.removeDisk': {
    prepare: [addDisk],
    start: async (client, serverId) =>
      client.delete(
        `/servers/${serverId}/disks/${(await detailOf(client, serverId)).disks[1]?.id}`,
      ),
  },
  'server.addNic': { start: addNic },
  'server.connectNic': {
    start: async (client, serverId) =>
      client.put(`/servers/${serverId}/nics/${(await detailOf(client, serverId)).nics[0]?.id}`, {
        connected: false,
      }),
  },
  'server.moveNic': {
    start: async (client, serverId) => {
      const { nics, datacenterId } = await detailOf(client, serverId);
      const subnet = { cidr: '10.77.0.0/24' };
      const body = { datacenterId, kind: 'lan', name: `lan-${randomUUID().slice(0, 8)}`, subnet };
      const { body: network } = await client.post<{ id: string }>('/networks', body);
      return client.put(`/servers/${serverId}/nics/${nics[0]?.id}/network`, {
        networkId: network.id,
      });
    },
  },
  'server.removeNic': {
    prepare: [addNic],
    start: async (client, serverId) =>
      client.delete(`/servers/${serverId}/nics/${(await detailOf(client, serverId)).nics[1]?.id}`),
  },
  'server.password': {
    start: (client, serverId) =>
      client.put(`/servers/${serverId}/password`, { password: `Aa1_${randomUUID().slice(0, 8)}` }),
  },
  'server.createSnapshot': { start: takeSnapshot },
  'server.revertSnapshot': {
    prepare: [takeSnapshot],
    start: async (client, serverId) =>
      client.put(`/servers/${serverId}/snapshots/${await firstSnapshot(client, serverId)}/revert`),
  },
  'server.deleteSnapshot': {
    prepare: [takeSnapshot],
    start: async (client, serverId) =>
      client.delete(`/servers/${serverId}/snapshots/${await firstSnapshot(client, serverId)}`),
  },
  'server.cd': {
    start: (client, serverId) =>
      client.put(`/servers/${serverId}/cd`, { imageId: null, startFrom: 'disk', restart: true }),
  },
  'backup.create': { start: backUp },
  'backup.restore': {
    prepare: [backUp],
    start: async (client, serverId) =>
      client.put(`/backups/${await firstBackup(client, serverId)}/restore`),
  },
  'backup.test': {
    prepare: [backUp],
    start: async (client, serverId) =>
      client.post(`/backups/${await firstBackup(client, serverId)}/test`),
  },
  'backup.remove': {
    prepare: [backUp],
    start: async (client, serverId) =>
      client.delete(`/backups/${await firstBackup(client, serverId)}`),
  },
  'server.terminate': { start: terminate },
  'server.restore': {
    prepare: [terminate],
    start: (client, serverId) => client.put(`/servers/${serverId}/restore`),
  },
  'server.purge': {
    prepare: [terminate],
    start: (client, serverId) => client.delete(`/servers/${serverId}/bin`),
  },
};
