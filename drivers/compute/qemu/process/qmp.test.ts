import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Command, FakeQemu } from '../../testing/fakeQemu.ts';
import { QmpClient, QmpError } from './qmp.ts';

let folder: string;
let path: string;
let qemu: FakeQemu;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cloudberth-qmp-'));
  path = join(folder, 'qmp.sock');
  qemu = new FakeQemu();
  await qemu.listen(path);
});
afterEach(async () => {
  await qemu.close();
  await rm(folder, { recursive: true, force: true });
});

describe('QMP client', () => {
  it('performs the handshake, sends commands with their arguments and returns the responses', async () => {
    qemu.answer = ({ id }, reply) => reply({ return: { status: 'running' }, id });
    const client = await QmpClient.connect(path, 1000);
    expect(await client.execute('query-status', { flat: true })).toEqual({ status: 'running' });
    expect(qemu.commands.map(({ execute }) => execute)).toEqual([
      'qmp_capabilities',
      'query-status',
    ]);
    expect(qemu.commands[1]?.arguments).toEqual({ flat: true });
    client.close();
  });

  it('matches each response to its command, regardless of order and chunking', async () => {
    const pendingCommands: Command[] = [];
    qemu.answer = (command) => {
      pendingCommands.push(command);
      if (pendingCommands.length === 2)
        for (const { id, execute } of pendingCommands.reverse()) qemu.say({ return: execute, id });
    };
    const client = await QmpClient.connect(path, 1000);
    expect(await Promise.all([client.execute('first'), client.execute('second')])).toEqual([
      'first',
      'second',
    ]);
    client.close();
  });

  it('rejects with QEMU’s error message', async () => {
    qemu.answer = ({ id }, reply) =>
      reply({ error: { class: 'DeviceNotFound', desc: "Device 'x' not found" }, id });
    const client = await QmpClient.connect(path, 1000);
    const error = await client
      .execute('device_del', { id: 'x' })
      .catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(QmpError);
    expect(error).toMatchObject({ errorClass: 'DeviceNotFound', message: "Device 'x' not found" });
    client.close();
  });

  it('rejects a command that times out, and stays usable', async () => {
    qemu.answer = ({ id, execute }, reply) => execute === 'quick' && reply({ return: 'yes', id });
    const client = await QmpClient.connect(path, 1000);
    await expect(client.execute('slow', {}, 20)).rejects.toThrow(
      'did not answer slow within 20 ms',
    );
    expect(await client.execute('quick')).toBe('yes');
    client.close();
  });

  it('doesn’t use a monitor held by another client, which accepts but doesn’t greet', async () => {
    qemu.greets = false;
    await expect(QmpClient.connect(path, 30)).rejects.toThrow('no QMP greeting');
  });

  it('rejects without a socket', async () => {
    await expect(QmpClient.connect(join(folder, 'absent.sock'), 1000)).rejects.toThrow('ENOENT');
  });

  it('rejects pending commands and notifies once when QEMU exits', async () => {
    qemu.answer = () => qemu.hangUp();
    const client = await QmpClient.connect(path, 1000);
    let closeCount = 0;
    client.on('close', () => closeCount++);
    await expect(client.execute('quit')).rejects.toThrow('closed the connection');
    await expect(client.execute('query-status')).rejects.toThrow('QEMU is gone');
    expect(closeCount).toBe(1);
    expect(client.isOpen).toBe(false);
  });

  it('waits for a matching event, and returns null when it doesn’t arrive', async () => {
    const client = await QmpClient.connect(path, 1000);
    const deleted = client.next(
      ({ event, data }) => event === 'DEVICE_DELETED' && data.device === 'nic1',
      1000,
    );
    qemu.say({ event: 'DEVICE_DELETED', data: { device: 'nic0' } });
    qemu.say({ event: 'DEVICE_DELETED', data: { device: 'nic1' } });
    expect(await deleted).toEqual({ event: 'DEVICE_DELETED', data: { device: 'nic1' } });
    expect(await client.next(() => true, 10)).toBeNull();
    client.close();
  });

  it('waits for a job to conclude and rejects with the job’s error', async () => {
    const jobs: { id: string; error?: string }[] = [];
    qemu.answer = ({ id, execute, arguments: args }, reply) => {
      if (execute === 'query-jobs') return reply({ return: jobs, id });
      reply({ return: {}, id });
      if (execute === 'job-dismiss') return;
      jobs.push({
        id: String(args?.['job-id']),
        ...(execute === 'snapshot-load' && { error: 'No such snapshot' }),
      });
      reply({ event: 'JOB_STATUS_CHANGE', data: { id: args?.['job-id'], status: 'running' } });
      reply({ event: 'JOB_STATUS_CHANGE', data: { id: args?.['job-id'], status: 'concluded' } });
    };
    const client = await QmpClient.connect(path, 1000);
    await client.job('snapshot-save', { tag: 'one' }, 1000);
    await expect(client.job('snapshot-load', { tag: 'none' }, 1000)).rejects.toThrow(
      'No such snapshot',
    );
    expect(qemu.commands.filter(({ execute }) => execute === 'job-dismiss')).toHaveLength(2);
    client.close();
  });
});
