import { UserError } from '../../../contract/errors/errors.ts';

/** Resources that a machine can run out of while the program itself works. */
export type ExhaustedResource = 'disk' | 'memory' | 'connections' | 'files';

/** PostgreSQL's class 53, insufficient resources (appendix A of its manual). */
const bySqlState: Record<string, ExhaustedResource> = {
  '53100': 'disk',
  '53200': 'memory',
  '53300': 'connections',
};
/** errno(3). */
const bySystemError: Record<string, ExhaustedResource> = {
  ENOSPC: 'disk',
  EDQUOT: 'disk',
  ENOMEM: 'memory',
  EMFILE: 'files',
  ENFILE: 'files',
};
const maxCauseDepth = 5;

/** The resource that ran out, according to an error or its cause. Null for any other error. */
export function exhaustedResource(error: unknown): ExhaustedResource | null {
  let current: unknown = error;
  for (
    let depth = 0;
    depth < maxCauseDepth && typeof current === 'object' && current !== null;
    depth++
  ) {
    const { code, severity, cause } = current as {
      code?: unknown;
      severity?: unknown;
      cause?: unknown;
    };
    const resource =
      typeof code === 'string'
        ? (severity === undefined ? bySystemError : bySqlState)[code]
        : undefined;
    if (resource) return resource;
    current = cause;
  }
  return null;
}

const codes = {
  disk: 'diskFull',
  memory: 'memoryFull',
  connections: 'databaseBusy',
  files: 'filesExhausted',
} as const;
const retrySeconds: Record<ExhaustedResource, number> = {
  disk: 60,
  memory: 5,
  connections: 2,
  files: 2,
};

/** The error returned to the caller, with the time until a retry. */
export const exhaustedError = (resource: ExhaustedResource): UserError =>
  new UserError([{ name: codes[resource] }], retrySeconds[resource]);
