import { readdir, rm } from 'node:fs/promises';
import { clock } from '../../../../server/platform/clock.ts';
import type { Isolation } from '../../../sandbox/command.ts';
import { chooseForwards } from '../network/hostPorts.ts';
import type { DataPaths } from '../process/paths.ts';
import { findProcess } from '../process/process.ts';
import type { NicState, ServerState, StateFiles } from '../state.ts';
import {
  type BridgeInstance,
  bridgeInstanceOf,
  findAbandonedPlaces,
  locked,
  namespacePath,
  recordOwner,
} from './bridgeInstance.ts';
import { setDhcp } from './dhcp.ts';
import { makeUplink, removeHostSide, setHostRules } from './hostSide.ts';
import { makeNamespace, removeNamespace, serviceNamespace, setLinks, setService } from './links.ts';
import { type BridgePlan, planOf, segmentOf } from './plan.ts';
import { bridgeObstacle } from './probe.ts';
import { ruleset } from './ruleset.ts';
import { runInside } from './run.ts';

const recheckMs = 60_000;
/** Maximum time between plugging in a server and its process running. ms */
const startLimitMs = 60_000;

interface BridgeOptions {
  isWanted: boolean;
  /** Domains whose names can resolve to private addresses for servers. */
  privateDomains: readonly string[];
  /** How QEMU is confined here. DHCP servers are confined the same way, as a separate user. */
  means: () => Promise<Isolation>;
}

/**
 * Bridged networks of one data folder, in their own network namespace. `converge` makes the
 * existing interfaces match the running servers. It's called at every start, stop, and change, and
 * once when the portal starts, which recreates whatever was lost.
 */
export class BridgeNetworks {
  readonly #paths: DataPaths;
  readonly #place: BridgeInstance;
  readonly #states: StateFiles;
  readonly #isWanted: boolean;
  readonly #privateDomains: readonly string[];
  readonly #means: BridgeOptions['means'];
  #obstacle: { text: string | null; at: number } | undefined;

  constructor(
    paths: DataPaths,
    states: StateFiles,
    { isWanted, privateDomains, means }: BridgeOptions,
  ) {
    this.#means = means;
    this.#paths = paths;
    this.#place = bridgeInstanceOf(paths.dataDir);
    this.#states = states;
    this.#isWanted = isWanted;
    this.#privateDomains = privateDomains;
  }

  /**
   * Why networks can't be bridged on this machine. Null if they can. A missing prerequisite is
   * checked again, because it may have been fixed.
   */
  async obstacle(): Promise<string | null> {
    if (!this.#isWanted) return 'this portal was told to use user-mode networks';
    const now = clock.now().getTime();
    if (!this.#obstacle || (this.#obstacle.text !== null && now - this.#obstacle.at > recheckMs))
      this.#obstacle = { text: await bridgeObstacle(), at: now };
    return this.#obstacle.text;
  }

  /** Path of the network namespace that contains the networks. */
  get namespace(): string {
    return namespacePath(this.#place.name);
  }

  /** The namespace from which an interface of the server is reachable. */
  namespaceOf(state: ServerState, nic: NicState): string {
    const segment = planOf([state]).segments.find(({ id }) => id === segmentOf(nic).id);
    return segment?.service
      ? serviceNamespace(this.#place, segment.service.suffix)
      : this.#place.name;
  }

  /**
   * Assigns a number and forwarded ports to every interface and records that the server's networks
   * are bridged from now on.
   */
  async enlist(state: ServerState): Promise<void> {
    await locked(this.#place, async () => {
      const others = (await this.#all()).filter(({ id }) => id !== state.id);
      const usedTaps = new Set(
        [...others, state].flatMap(({ nics }) => nics.map(({ tap }) => tap)),
      );
      for (const nic of state.nics) {
        if (nic.tap !== undefined) continue;
        let number = 1;
        while (usedTaps.has(number)) number += 1;
        nic.tap = number;
        usedTaps.add(number);
      }
      await chooseForwards(
        state,
        others.filter(({ networkMode }) => networkMode === 'bridge'),
      );
      state.networkMode = 'bridge';
      await this.#states.write(state);
    });
  }

  /** The current target state. */
  async plan(): Promise<BridgePlan> {
    const now = clock.now().getTime();
    const isPlugged = async (state: ServerState) =>
      state.networkMode === 'bridge' &&
      (now - (state.pluggedInAt ?? 0) < startLimitMs ||
        (await findProcess(this.#paths.server(state.id))) !== null);
    const bridged = await Promise.all(
      (await this.#all()).map(async (state) => ((await isPlugged(state)) ? state : null)),
    );
    return planOf(bridged.filter((state) => state !== null));
  }

  /**
   * Creates the bridges, interfaces, rules, addresses and forwards for the running servers. When
   * none are running, everything is removed.
   */
  async converge(): Promise<void> {
    await locked(this.#place, async () => {
      const plan = await this.plan();
      const isolation = await this.#means();
      if (plan.segments.length === 0) return tearDown(this.#place, isolation);
      await recordOwner(this.#place);
      await makeNamespace(this.#place.name);
      const uplink = await makeUplink(this.#place);
      await setLinks(this.#place, plan, isolation.account?.uid ?? null);
      for (const segment of plan.segments) await setService(this.#place, segment);
      await runInside(this.#place.name, 'nft', ['-f', '-'], ruleset(plan));
      await setHostRules(this.#place, uplink, plan);
      await setDhcp(this.#place, isolation, plan.segments, this.#privateDomains);
      await this.#removeServices(plan);
    });
  }

  /** The same in the background: failed changes are retried with the next change. */
  async tidy(): Promise<void> {
    const usesBridge = (await this.#all()).some(({ networkMode }) => networkMode === 'bridge');
    if (usesBridge && (await this.obstacle()) === null)
      await this.converge().catch(() => undefined);
  }

  /** Cleans up after portals whose data folder was deleted. */
  async clearAbandoned(): Promise<void> {
    const isolation = await this.#means();
    for (const instance of await findAbandonedPlaces())
      await locked(instance, () => tearDown(instance, isolation)).catch(() => undefined);
  }

  /** Removes services of networks without a running server. */
  async #removeServices(plan: BridgePlan): Promise<void> {
    const expectedNamespaces = plan.segments.flatMap(({ service }) =>
      service ? [serviceNamespace(this.#place, service.suffix)] : [],
    );
    for (const name of await serviceNamespaces(this.#place))
      if (!expectedNamespaces.includes(name)) await removeNamespace(name);
  }

  async #all(): Promise<ServerState[]> {
    const ids = await this.#states.ids();
    const states = await Promise.all(ids.map((id) => this.#states.find(id).catch(() => null)));
    return states.filter((state) => state !== null);
  }
}

const serviceNamespaces = async (instance: BridgeInstance) =>
  (await readdir('/run/netns').catch(() => [])).filter((name) =>
    name.startsWith(`${instance.name}-`),
  );

async function tearDown(instance: BridgeInstance, isolation: Isolation): Promise<void> {
  await setDhcp(instance, isolation, []);
  for (const name of await serviceNamespaces(instance)) await removeNamespace(name);
  await removeHostSide(instance);
  // Another process waiting to remove the same place creates its lock in the folder as soon as this
  // lock is gone.
  await rm(instance.folder, { recursive: true, force: true, maxRetries: 10 });
}
