import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { cpus, freemem, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import type { ProtectionName } from '../drivers/compute/port.ts';
import { bridgeObstacle } from '../drivers/compute/qemu/bridge/probe.ts';
import { ServerConfinement } from '../drivers/compute/qemu/process/confinement.ts';
import { DataPaths } from '../drivers/compute/qemu/process/paths.ts';
import { Probe } from '../drivers/compute/qemu/process/probe.ts';
import { proxyWarning } from '../server/platform/http/proxySettings.ts';
import { freeBytesAt } from '../server/platform/resources/diskSpace.ts';
import { print } from './output.ts';
import { isInstalled, systemPackages } from './packages.ts';
import { dataFolder } from './project.ts';

/** One line of the report: OK, or what is missing and how to fix it. */
interface Finding {
  isFine: boolean;
  text: string;
}

/**
 * Reports the capabilities of this machine. Returns 1 if a prerequisite of `up` is missing. Virtual
 * machines and the browser are optional.
 */
export async function doctor(): Promise<number> {
  const requiredFindings = await Promise.all([
    nodeFinding(),
    memoryFinding(),
    diskFinding(),
    checkPort(),
  ]);
  const optional = await Promise.all([
    databaseFinding(),
    proxyFinding(),
    virtualizationFinding(),
    bridgingFinding(),
    ...(await isolationFindings()),
    ...packageFindings(),
  ]);
  for (const { isFine, text } of [...requiredFindings, ...optional])
    print(`${isFine ? 'ok      ' : 'missing '} ${text}`);
  return requiredFindings.every(({ isFine }) => isFine) ? 0 : 1;
}

function nodeFinding(): Finding {
  return { isFine: true, text: `Node.js ${process.versions.node} (${process.execPath})` };
}

function memoryFinding(): Finding {
  const [free, total] = [freemem(), totalmem()].map((bytes) => (bytes / 1024 ** 3).toFixed(1));
  return {
    isFine: totalmem() > 1024 ** 3,
    text: `${cpus().length} processor cores, ${free} of ${total} GiB of memory free (at least 1 GiB required)`,
  };
}

async function diskFinding(): Promise<Finding> {
  const freeGb = (await freeBytesAt(dataFolder())) / 1e9;
  return {
    isFine: freeGb > 2,
    text: `data folder ${dataFolder()}: ${freeGb.toFixed(1)} GB free (at least 2 GB required)`,
  };
}

function checkPort(): Promise<Finding> {
  const host = process.env.CLOUDBERTH_HOST ?? '127.0.0.1';
  const port = Number(process.env.CLOUDBERTH_PORT ?? 8080);
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', (error) =>
      resolve({
        isFine: false,
        text: `The portal can't listen on ${host}:${port} (${error.message}). Choose another port with CLOUDBERTH_PORT.`,
      }),
    );
    probe.listen(port, host, () =>
      probe.close(() => resolve({ isFine: true, text: `${host}:${port} is free` })),
    );
  });
}

/** Whether client addresses can be determined behind a proxy. */
async function proxyFinding(): Promise<Finding> {
  const { CLOUDBERTH_PUBLIC_URL: publicUrl, CLOUDBERTH_TRUSTED_PROXIES: proxies = '' } =
    process.env;
  const warning = proxyWarning({ publicUrl, trustedProxies: proxies.split(',').filter(Boolean) });
  return { isFine: warning === null, text: warning?.en ?? 'proxies: client addresses are known' };
}

/** Privileges of the user in DATABASE_URL. The embedded PostgreSQL always has the correct roles. */
async function databaseFinding(): Promise<Finding> {
  const url = process.env.DATABASE_URL;
  if (!url)
    return { isFine: true, text: 'row security: the embedded PostgreSQL isolates customer data' };
  const { checkRowSecurity } = await import(
    '../server/platform/database/rowSecurity/applyRowSecurity.ts'
  );
  try {
    const { advice } = await checkRowSecurity(url);
    return advice === null
      ? { isFine: true, text: 'row security: the database in DATABASE_URL isolates customer data' }
      : { isFine: false, text: `row security: ${advice}` };
  } catch (error) {
    return {
      isFine: false,
      text: `row security: DATABASE_URL can't be used (${(error as Error).message})`,
    };
  }
}

/**
 * Uses the engine's own probe, because /dev/kvm can exist and still be slower than emulation, or
 * have no hardware behind it.
 */
async function virtualizationFinding(): Promise<Finding> {
  const { acceleration, accelerationNote, problem } = await new Probe({
    qemu: 'qemu-system-x86_64',
    qemuImg: 'qemu-img',
  }).result();
  if (problem)
    return {
      isFine: false,
      text: 'hardware virtualization: can be checked once QEMU is installed',
    };
  return acceleration === 'kvm'
    ? { isFine: true, text: 'hardware virtualization: virtual servers run at full speed' }
    : {
        isFine: false,
        text: `hardware virtualization: ${accelerationNote} Virtual servers are emulated, which is several times slower.`,
      };
}

/** Bridging can be impossible even when its packages are installed. */
async function bridgingFinding(): Promise<Finding> {
  const obstacle = await bridgeObstacle();
  return obstacle === null
    ? { isFine: true, text: 'bridged networks: servers can reach each other and be reached' }
    : {
        isFine: false,
        text: `bridged networks: ${obstacle} Each server gets its own isolated QEMU network instead.`,
      };
}

const protectionTexts: Record<ProtectionName, string> = {
  account: 'servers run as an unprivileged user',
  capabilities: 'servers run without capabilities',
  systemCalls: 'servers run behind a system call filter',
  namespaces: 'servers see only their own files and processes',
  limits:
    'control groups limit memory, threads, and processor time of servers (otherwise only their address space is limited)',
  hostServices: "servers in user-mode networks can't connect to services on this machine",
};

/** Which protections between servers and this machine are active. */
async function isolationFindings(): Promise<Finding[]> {
  const folder = await mkdtemp(join(tmpdir(), 'cloudberth-doctor-'));
  try {
    const confinement = new ServerConfinement(new DataPaths(folder), {
      guestsReachHost: process.env.CLOUDBERTH_GUESTS_REACH_HOST === '1',
    });
    const protections = await confinement.protections();
    return protections.map(({ name, isActive }) => ({
      isFine: isActive,
      text: `server isolation: ${protectionTexts[name]}`,
    }));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function packageFindings(): Promise<Finding>[] {
  const { virtualMachines, guestBuilding, browser } = systemPackages;
  const each = [...virtualMachines, ...guestBuilding, ...browser];
  const once = each.filter(
    ({ name }, index) => each.findIndex((other) => other.name === name) === index,
  );
  return once.map(async ({ name, evidence, reason }) => ({
    isFine: await isInstalled(evidence),
    text: `${name}: ${reason}`,
  }));
}
