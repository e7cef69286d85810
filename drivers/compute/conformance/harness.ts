import { expect } from 'vitest';
import { type ComputeEngine, EngineError, type EngineErrorKind, type ServerSpec } from '../port.ts';

/**
 * The suite's helpers for the tests of one verb. Requested again in every test, because simulating
 * a restart replaces the engine.
 */
export interface Bench {
  engine: ComputeEngine;
  dataDir: string;
  /** Creates a server from the suite's image and leaves it off. */
  made(changes?: Partial<ServerSpec>): Promise<ServerSpec>;
  running(changes?: Partial<ServerSpec>): Promise<ServerSpec>;
  newId(): string;
}

/**
 * Expects the promise to be rejected with an `EngineError` of this kind whose message is a
 * sentence.
 */
export async function expectUserError(
  promise: Promise<unknown>,
  kind: EngineErrorKind,
): Promise<EngineError> {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(EngineError);
  const engineError = error as EngineError;
  expect(engineError.kind, engineError.message).toBe(kind);
  expect(engineError.message).toMatch(/\w.*[.:)]/);
  expect(engineError.message).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-|\w*Error:/);
  return engineError;
}
