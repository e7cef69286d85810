import { resolve } from 'node:path';
import * as z from 'zod';
import { email } from '../../contract/fields/email.ts';

const splitList = (value: string): string[] =>
  value
    .split(',')
    .map((entry) => entry.trim())
    .filter(Boolean);

/** 0 selects any free port. */
const port = z
  .string()
  .refine((value) => /^\d{1,5}$/.test(value) && Number(value) <= 65_535, {
    error: ({ input }) => `must be a port, 1 to 65535, not ${String(input).slice(0, 50)}`,
  })
  .transform(Number);

const schema = z.object({
  DATABASE_URL: z.string().min(1),
  DATABASE_MIGRATION_URL: z.string().optional(),
  CLOUDBERTH_DATA: z.string().default('./.data'),
  CLOUDBERTH_HOST: z.string().default('127.0.0.1'),
  CLOUDBERTH_PORT: port.default(8080),
  CLOUDBERTH_ROLE: z.enum(['all', 'api', 'worker']).default('all'),
  CLOUDBERTH_ROOT_EMAIL: email.default('root@cloudberth.local'),
  CLOUDBERTH_ROOT_PASSWORD: z.string().optional(),
  CLOUDBERTH_DEMO: z.string().optional(),
  CLOUDBERTH_ENGINE: z.enum(['qemu', 'simulated', 'auto']).default('auto'),
  CLOUDBERTH_LOG_LEVEL: z
    .enum(['trace', 'debug', 'info', 'warn', 'error', 'silent'])
    .default('info'),
  CLOUDBERTH_TRUSTED_PROXIES: z.string().default(''),
  CLOUDBERTH_METRICS_TOKEN: z.string().optional(),
  CLOUDBERTH_PUBLIC_URL: z.url().optional(),
  CLOUDBERTH_IMAGE_SOURCES: z.string().default(''),
  CLOUDBERTH_SOCIAL_ISSUERS: z.string().default(''),
  CLOUDBERTH_SECRET_KEY: z.string().default(''),
  CLOUDBERTH_NETWORK: z.enum(['bridge', 'user']).default('bridge'),
  CLOUDBERTH_GUESTS_REACH_HOST: z.enum(['', '1']).optional(),
  CLOUDBERTH_PRIVATE_DOMAINS: z
    .string()
    .refine(
      (value) => splitList(value).every((domain) => /^[a-z0-9-]+(\.[a-z0-9-]+)*$/i.test(domain)),
      {
        error: 'must be domains such as corp.example, separated by commas',
      },
    )
    .default(''),
  CLOUDBERTH_DISK_RESERVE_MB: z
    .string()
    .refine((value) => /^\d{1,9}$/.test(value), {
      error: ({ input }) =>
        `must be a number of megabytes such as 1024, not ${String(input).slice(0, 50)}`,
    })
    .transform(Number)
    .default(1024),
  CLOUDBERTH_COUNTRIES: z.string().optional(),
  NODE_ENV: z.string().default('production'),
});

/** The configuration of this process, read once from the environment. */
export interface Config {
  databaseUrl: string;
  /** For migrations, as the owner of the schema. Defaults to `databaseUrl`. */
  migrationUrl?: string | undefined;
  /** Whether row security is active in the database. False if the roles can't be created. */
  isWalled?: boolean;
  dataDir: string;
  host: string;
  port: number;
  role: 'all' | 'api' | 'worker';
  rootEmail: string;
  rootPassword: string | undefined;
  demo: boolean;
  engine: 'qemu' | 'simulated' | 'auto';
  logLevel: string;
  /** IP addresses or ranges whose X-Forwarded-For header is trusted. Empty: none. */
  trustedProxies: string[];
  metricsToken: string | undefined;
  /** The public URL when the portal runs behind a proxy. Determines whether cookies are Secure. */
  publicUrl: string | undefined;
  development: boolean;
  /**
   * One in this many responses of each operation is validated against the contract. 1 validates all
   * of them.
   */
  answerCheckEvery: number;
  /**
   * Origins such as `http://mirror.internal:8080` that are allowed as image sources although they
   * aren't public or don't use HTTPS.
   */
  imageSources?: string[];
  /**
   * Origins such as `http://login.internal:8080` that are allowed as sign-in providers although
   * they aren't public or don't use HTTPS.
   */
  socialIssuers?: string[];
  /**
   * Base64 keys that encrypt secrets. The first one is used for new values. Empty: the key in the
   * data folder.
   */
  secretKeys: string[];
  /**
   * How servers on this machine are connected, if possible: bridged (the default) or through QEMU
   * alone.
   */
  network?: 'bridge' | 'user';
  /**
   * The operator has confirmed that servers in user-mode networks can access services of this
   * machine where this can't be blocked.
   */
  guestsReachHost?: boolean;
  /** Domains that may resolve to private addresses for servers. */
  privateDomains?: readonly string[];
  /** A country database in MaxMind format that replaces the bundled one. */
  countriesFile?: string | undefined;
  /**
   * Minimum free space in the data folder, in bytes. Below it, new objects that use disk space
   * can't be created.
   */
  diskReserveBytes: number;
}

/**
 * Reads the configuration. Throws an error that lists every invalid variable with the expected
 * value.
 */
export function readConfig(environment: NodeJS.ProcessEnv): Config {
  const parsed = schema.safeParse(environment);
  if (!parsed.success) {
    const problems = parsed.error.issues.map(
      (issue) =>
        `${issue.path.join('.')}${issue.message.startsWith('must') ? '' : ':'} ${issue.message}`,
    );
    throw new Error(`These environment variables aren't valid:\n  ${problems.join('\n  ')}`);
  }
  const value = parsed.data;
  return {
    databaseUrl: value.DATABASE_URL,
    migrationUrl: value.DATABASE_MIGRATION_URL || undefined,
    dataDir: resolve(value.CLOUDBERTH_DATA),
    host: value.CLOUDBERTH_HOST,
    port: value.CLOUDBERTH_PORT,
    role: value.CLOUDBERTH_ROLE,
    rootEmail: value.CLOUDBERTH_ROOT_EMAIL,
    rootPassword: value.CLOUDBERTH_ROOT_PASSWORD || undefined,
    demo: value.CLOUDBERTH_DEMO === '1',
    engine: value.CLOUDBERTH_ENGINE,
    logLevel: value.CLOUDBERTH_LOG_LEVEL,
    trustedProxies: splitList(value.CLOUDBERTH_TRUSTED_PROXIES),
    metricsToken: value.CLOUDBERTH_METRICS_TOKEN || undefined,
    publicUrl: value.CLOUDBERTH_PUBLIC_URL,
    development: value.NODE_ENV === 'development',
    answerCheckEvery: value.NODE_ENV === 'production' ? 64 : 1,
    imageSources: splitList(value.CLOUDBERTH_IMAGE_SOURCES),
    socialIssuers: splitList(value.CLOUDBERTH_SOCIAL_ISSUERS),
    secretKeys: splitList(value.CLOUDBERTH_SECRET_KEY),
    network: value.CLOUDBERTH_NETWORK,
    guestsReachHost: value.CLOUDBERTH_GUESTS_REACH_HOST === '1',
    privateDomains: splitList(value.CLOUDBERTH_PRIVATE_DOMAINS),
    countriesFile: value.CLOUDBERTH_COUNTRIES ? resolve(value.CLOUDBERTH_COUNTRIES) : undefined,
    diskReserveBytes: value.CLOUDBERTH_DISK_RESERVE_MB * 2 ** 20,
  };
}
