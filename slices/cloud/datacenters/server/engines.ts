import type { Logger } from 'pino';
import type {
  ComputeEngine,
  EngineCapabilities,
  EngineHost,
  EngineName,
} from '../../../../drivers/compute/port.ts';
import { monotonicMs } from '../../../../server/platform/clock.ts';
import type { Config } from '../../../../server/platform/config.ts';

/** The engines of this process, created once at startup. */
export interface Engines {
  /** Throws when the engine is disabled in this portal. Check `capabilities` first. */
  get(name: EngineName): ComputeEngine;
  all(): readonly ComputeEngine[];
  /** Cached briefly. A disabled engine isn't ready and reports why. Never throws. */
  capabilities(name: EngineName): Promise<EngineCapabilities>;
  /** Cached for a few seconds. Empty when the engine can't report its hosts. */
  hosts(name: EngineName): Promise<EngineHost[]>;
  close(): Promise<void>;
}

declare module '../../../../server/platform/context.ts' {
  interface Services {
    engines: Engines;
  }
}

/**
 * Creates each engine. The drivers are provided by the program, because this slice only depends on
 * their port.
 */
export type EngineMakers = Record<EngineName, (config: Config, log: Logger) => ComputeEngine>;

/**
 * Engine names in order of preference. The simulated engine is always available, because test keys
 * use it.
 */
const allowedEngines: Record<Config['engine'], readonly EngineName[]> = {
  auto: ['qemu', 'simulated'],
  qemu: ['qemu', 'simulated'],
  simulated: ['simulated'],
};

/**
 * A ready engine is cached for a long time. One that isn't ready is checked again soon, so that a
 * fix takes effect.
 */
const cacheDurationsMs = { ready: 600_000, notReady: 15_000, hosts: 3_000 };

/** Creates the configured engines. They don't access anything external until they are used. */
export function createEngines(config: Config, log: Logger, makers: EngineMakers): Engines {
  const engines = allowedEngines[config.engine].map((name): [EngineName, ComputeEngine] => [
    name,
    makers[name](config, log),
  ]);
  return new EngineRegistry(new Map(engines), config.engine, log);
}

class EngineRegistry implements Engines {
  readonly #engines: Map<EngineName, ComputeEngine>;
  readonly #configured: Config['engine'];
  readonly #log: Logger;
  readonly #capabilities = new Map<EngineName, CachedCheck<EngineCapabilities>>();
  readonly #hosts = new Map<EngineName, CachedCheck<EngineHost[]>>();

  constructor(engines: Map<EngineName, ComputeEngine>, configured: Config['engine'], log: Logger) {
    this.#engines = engines;
    this.#configured = configured;
    this.#log = log;
  }

  get(name: EngineName): ComputeEngine {
    const engine = this.#engines.get(name);
    if (!engine)
      throw new Error(`The engine ${name} is not used: CLOUDBERTH_ENGINE is ${this.#configured}.`);
    return engine;
  }

  all(): readonly ComputeEngine[] {
    return [...this.#engines.values()];
  }

  async capabilities(name: EngineName): Promise<EngineCapabilities> {
    const engine = this.#engines.get(name);
    if (!engine)
      return notReady(
        name,
        this.#notUsed(name),
        'Start the portal without CLOUDBERTH_ENGINE, or with CLOUDBERTH_ENGINE=auto',
      );
    return await memoize(
      this.#capabilities,
      name,
      () =>
        engine.capabilities().catch((error: unknown) => {
          this.#log.error(
            { err: error, engine: name },
            'The engine didn’t report its capabilities',
          );
          return notReady(name, error instanceof Error ? error.message : String(error));
        }),
      (found) => (found.ready ? cacheDurationsMs.ready : cacheDurationsMs.notReady),
    );
  }

  async hosts(name: EngineName): Promise<EngineHost[]> {
    const engine = this.#engines.get(name);
    if (!engine) return [];
    const fetchHosts = () =>
      engine.hosts().catch((error: unknown) => {
        this.#log.warn({ err: error, engine: name }, 'The engine didn’t report its hosts');
        return [];
      });
    return await memoize(this.#hosts, name, fetchHosts, () => cacheDurationsMs.hosts);
  }

  async close(): Promise<void> {
    await Promise.all(this.all().map((engine) => engine.close()));
  }

  #notUsed(name: EngineName): string {
    return `This portal was started with CLOUDBERTH_ENGINE=${this.#configured}, so it does not use the engine ${name}.`;
  }
}

interface CachedCheck<T> {
  value: Promise<T>;
  until: number;
}

/**
 * Shares one request among concurrent callers, and caches the result for as long as `ttlMs`
 * returns.
 */
async function memoize<T>(
  cache: Map<EngineName, CachedCheck<T>>,
  name: EngineName,
  load: () => Promise<T>,
  ttlMs: (value: T) => number,
): Promise<T> {
  const cached = cache.get(name);
  if (cached && monotonicMs() < cached.until) return await cached.value;
  const entry: CachedCheck<T> = { value: load(), until: Number.POSITIVE_INFINITY };
  cache.set(name, entry);
  const value = await entry.value;
  entry.until = monotonicMs() + ttlMs(value);
  return value;
}

function notReady(engine: EngineName, problem: string, remedy?: string): EngineCapabilities {
  const noCapabilities = {
    addDisk: false,
    growDisk: false,
    removeDisk: false,
    addNic: false,
    removeNic: false,
    cores: false,
    ram: false,
    snapshotMemory: false,
  };
  return {
    engine,
    acceleration: 'none',
    description: problem,
    ready: false,
    problem,
    ...(remedy ? { remedy } : {}),
    consoles: [],
    live: noCapabilities,
    network: 'none',
    firewall: 'nothing',
  };
}
