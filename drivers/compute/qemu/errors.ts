import { EngineError, type EngineErrorKind } from '../port.ts';

/** An error of this engine in the port's form. */
export function qemuError(kind: EngineErrorKind, message: string, cause?: unknown): EngineError {
  return new EngineError('qemu', kind, message, cause === undefined ? undefined : { cause });
}

/** Rethrows engine errors and wraps all others as failures of the operation. */
export function asEngineError(operation: string, error: unknown): EngineError {
  if (error instanceof EngineError) return error;
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'ENOSPC' || /No space left on device/.test(String(error)))
    return qemuError(
      'noSpace',
      `${operation} failed: the host's storage is full. Free some space and try again.`,
      error,
    );
  const program = missingProgram(error);
  if (program)
    return qemuError(
      'unavailable',
      `${operation} failed: ${program} can’t be run. Check that QEMU is installed with ./cloudberth doctor.`,
      error,
    );
  const reason = error instanceof Error ? error.message : String(error);
  return qemuError('failed', `${operation} failed: ${reason.trim().replace(/\.$/, '')}.`, error);
}

/** The program that couldn't be started because it is missing, if that is the error. */
function missingProgram(error: unknown): string | undefined {
  const { code, syscall, path } = error as { code?: string; syscall?: string; path?: string };
  return syscall?.startsWith('spawn') && (code === 'ENOENT' || code === 'EACCES')
    ? path
    : undefined;
}
